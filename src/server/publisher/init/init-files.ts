/** What `spamlight init` writes beside the keys: text alone, so that it can be read before anything is run. */

/** Minutes past the hour at which jobs run: not on the hour, when everybody's do. */
const MINUTE = 23;

/** What is online, and where builds keep what the next one needs: both are to be there again in the next job. */
const CARRIED = ['public', '.state'] as const;

const WHY_CARRIED = `# What is online, and what a build keeps for the next one. Pages are replaced whole: without the first, files that
# readers of the last index still ask for would be gone. Each build deletes what is too old. If both are lost, the
# next build goes on from what is online.`;

/** Builds, and checks what it has built as a client would. @param published - where the channel is online, for bash */
function buildStep(published: string): string {
  return `printf '%s' "$SPAMLIGHT_KEY" | node spamlight.mjs build --feeds feeds.json --out public --state .state --published "${published}" --key -`;
}
const CHECK_STEP = 'node spamlight.mjs verify public';

/**
 * The address of GitHub's pages, from what every run is told: an event of a schedule need not name the repository. A
 * wrong address would begin the channel again.
 */
export const GITHUB_SITE = [
  'name="${GITHUB_REPOSITORY#*/}"',
  '[ "${name,,}" != "${GITHUB_REPOSITORY_OWNER,,}.github.io" ] || name=""',
  'site="https://$GITHUB_REPOSITORY_OWNER.github.io/${name:+$name/}"',
] as const;

function indented(text: string, spaces: number): string {
  return text.replaceAll('\n', `\n${' '.repeat(spaces)}`);
}

export function githubWorkflow(): string {
  return `# Builds the channel every hour and publishes it to GitHub Pages. Needs the secret SPAMLIGHT_KEY, and Pages set to
# "GitHub Actions"; the README says where.
name: Publish the channel

on:
  schedule:
    - cron: '${MINUTE} * * * *'
  push:
    branches: [main]
  workflow_dispatch:

permissions:
  contents: read
  pages: write
  id-token: write

concurrency:
  group: channel
  cancel-in-progress: false

jobs:
  publish:
    runs-on: ubuntu-latest
    timeout-minutes: 30
    environment: github-pages
    env:
      # Pages with a domain of their own: a variable CHANNEL_URL with their address, a slash at its end.
      CHANNEL_URL: \${{ vars.CHANNEL_URL }}
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with:
          node-version: 24
      ${indented(WHY_CARRIED, 6)}
      - uses: actions/cache@v4
        with:
          path: |
            ${indented(CARRIED.join('\n'), 12)}
          key: channel-\${{ github.run_id }}-\${{ github.run_attempt }}
          restore-keys: channel-
      - name: Build
        env:
          SPAMLIGHT_KEY: \${{ secrets.SPAMLIGHT_KEY }}
        run: |
          ${indented([...GITHUB_SITE, buildStep('${CHANNEL_URL:-$site}')].join('\n'), 10)}
      - name: Check
        run: |
          ${CHECK_STEP}
      - uses: actions/upload-pages-artifact@v3
        with:
          path: public
      - uses: actions/deploy-pages@v4
`;
}

export function gitlabPipeline(): string {
  return `# Builds the channel and publishes it to GitLab Pages. Needs the masked variable SPAMLIGHT_KEY (type: variable), and a
# schedule "${MINUTE} * * * *" under Build, Pipeline schedules; the README says where.
pages:
  image: node:24-slim
  variables:
    CHANNEL_URL: $CI_PAGES_URL/
  rules:
    - if: $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH
  # One build at a time: each goes on from the last.
  resource_group: channel
  ${indented(WHY_CARRIED, 2)}
  cache:
    key: channel
    paths:
${CARRIED.map((path) => `      - ${path}`).join('\n')}
  script:
${[buildStep('$CHANNEL_URL'), CHECK_STEP].map((step) => `    - |\n      ${step}`).join('\n')}
  artifacts:
    paths:
      - public
`;
}

/** Never in the repository: keys, and what builds leave. */
export const GITIGNORE = `*key*.json
public/
.state/
*.lock
`;

/** The lines of text that a reader pastes. @param url - with a slash at the end */
export function channelText(url: string, rootKey: string): string {
  return `${url}\nroot-key: ${rootKey}`;
}

export interface ReadmeFacts {
  readonly channel: string;
  readonly rootKey: string;
  /** As the extension shows it. */
  readonly fingerprint: string;
  /** Name, licence and terms of each feed. */
  readonly feeds: readonly {
    readonly name: string;
    readonly licence: string;
    readonly terms: string | null;
  }[];
}

export function readme({ channel, rootKey, fingerprint, feeds }: ReadmeFacts): string {
  return `# ${channel}

A list of phishing, malware and scam addresses for [Spamlight](https://github.com/OWNER/spamlight), built every hour.

## Subscribe

In Spamlight's options, under _Lists_, choose _Add a channel_, paste these two lines, and compare the fingerprint:

    ${channelText('https://OWNER.github.io/REPOSITORY/', rootKey).replaceAll('\n', '\n    ')}

Fingerprint of the root key: \`${fingerprint}\`

## What is in it

| list | licence |
| --- | --- |
${feeds.map(({ name, licence, terms }) => `| ${cell(name)} | ${terms === null ? cell(licence) : `[${cell(licence)}](${terms})`} |`).join('\n')}

What came in with a build, what went out and what was refused is in \`report/<serial>.html\` beside the lists.

## For the maintainer

1. Replace OWNER and REPOSITORY above. On GitLab the address is the one under Deploy, Pages.
2. Push this folder. \`.gitignore\` keeps keys out of it.
3. GitHub: Settings, Secrets and variables, Actions: a secret SPAMLIGHT_KEY with the content of \`snapshot-key.json\`.
   Settings, Pages: source "GitHub Actions"; with a domain of your own also a variable CHANNEL_URL (Secrets and
   variables, Actions, Variables) with its address and a slash at the end. GitLab: Settings, CI/CD, Variables:
   SPAMLIGHT_KEY, masked; then Build, Pipeline schedules: hourly.
4. Run the job once by hand. Then paste the two lines above into your own Spamlight.

\`feeds.json\` says which lists are used. \`spamlight.mjs\` is the command itself, one file; a newer one replaces it.
The list of keys is valid for a year: \`node spamlight.mjs keygen --role snapshot --root ROOT-KEY --out next-key.json\`
makes a new one, for the secret.
`;
}

/** Text in a Markdown table. */
function cell(text: string): string {
  return text.replaceAll(/[|\\[\]<>`*_]/g, (sign) => `\\${sign}`).replaceAll(/\s+/g, ' ');
}
