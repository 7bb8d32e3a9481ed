/** What `spamlight init` writes beside the keys: text alone, so that it can be read before anything is run. */

/** Minutes past the hour at which jobs run: not on the hour, when everybody's do. */
const MINUTE = 23;

/** Builds, and checks what it has built as a client would. The same on both services. */
const BUILD_STEPS = [
  `printf '%s' "$SPAMLIGHT_KEY" | node spamlight.mjs build --feeds feeds.json --out public --state .state --published "$CHANNEL_URL" --key -`,
  'node spamlight.mjs verify public',
] as const;

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
      CHANNEL_URL: https://\${{ github.repository_owner }}.github.io/\${{ github.event.repository.name || 'lists' }}/
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with:
          node-version: 24
      # What a build keeps for the next one. Losing it costs deltas, and no reader notices.
      - uses: actions/cache@v4
        with:
          path: .state
          key: state-\${{ github.run_id }}
          restore-keys: state-
      - name: Build
        env:
          SPAMLIGHT_KEY: \${{ secrets.SPAMLIGHT_KEY }}
        run: |
          ${BUILD_STEPS[0]}
      - name: Check
        run: |
          ${BUILD_STEPS[1]}
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
  # What a build keeps for the next one. Losing it costs deltas, and no reader notices.
  cache:
    key: state
    paths:
      - .state
  script:
${BUILD_STEPS.map((step) => `    - |\n      ${step}`).join('\n')}
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
   Settings, Pages: source "GitHub Actions". GitLab: Settings, CI/CD, Variables: SPAMLIGHT_KEY, masked; then Build,
   Pipeline schedules: hourly.
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
