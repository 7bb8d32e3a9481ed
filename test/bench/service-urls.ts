/** Links as people post them: one of a hundred is listed. */
export function urlsOf(count: number, seed: number, entries: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => {
    const number = Math.imul(seed * 1009 + index + 1, 0x9e3779b1) >>> 0;
    if (number % 100 === 0) return `https://${listedHost(number % entries)}/page`;
    const path = (number >>> 7).toString(36);
    return `https://www.shop-${number % 5000}.example/articles/${path}/${path}.html?id=${number % 977}&from=forum`;
  });
}

export function listedHost(index: number): string {
  return `listed-${index.toString(36)}.example`;
}
