/** Plain text, so that people can read the files of a new channel before they run. */

/** GitHub's shortest interval, not on the hour, when most jobs run. */
const EVERY_FIVE_MINUTES = '3-58/5 * * * *';

const CARRIED = ['public', '.state'] as const;

const CACHE_KEY = 'key: channel-${{ github.run_id }}-${{ github.run_attempt }}';

const WHY_CARRIED = `# What is online, and what a build keeps for the next one. Pages are replaced whole: without the first, files that
# readers of the last index still ask for would be gone. Each build deletes what is too old. If both are lost, the
# next build goes on from what is online.`;

/** Writes to the log, which `health` quotes. */
const TEE = '2>&1 | tee -a job.log';

/** @param published - the channel's URL, as a bash expression */
function buildStep(published: string): readonly string[] {
  return [
    'set -o pipefail',
    `printf '%s' "$SPAMLIGHT_KEY" | node spamlight.mjs build --if-changed --feeds feeds.json --out public --state .state --published "${published}" --key - ${TEE}`,
    `node spamlight.mjs verify public ${TEE}`,
  ];
}

function healthCommand(published: string, rootKey: string): string {
  return `node spamlight.mjs health --feeds feeds.json --state .state --published "${published}" --public-key ${rootKey} --once-a-day`;
}

/**
 * The site's address, from variables that each run has: a scheduled run's event may lack the repository. With a wrong
 * address, the channel could restart at serial 1, which readers refuse.
 */
export const GITHUB_SITE = [
  'name="${GITHUB_REPOSITORY#*/}"',
  '[ "${name,,}" != "${GITHUB_REPOSITORY_OWNER,,}.github.io" ] || name=""',
  'site="https://$GITHUB_REPOSITORY_OWNER.github.io/${name:+$name/}"',
] as const;

/** Commits the line that `health --history` adds each month. */
export const MONTHLY_COMMIT = [
  '[ -f history.md ] || exit 0',
  'git add history.md',
  'if ! git diff --cached --quiet; then',
  '  git -c user.name="$GITHUB_ACTOR" -c user.email="$GITHUB_ACTOR@users.noreply.github.com" commit --message "history: a new month"',
  '  git push',
  'fi',
] as const;

function indented(text: string, spaces: number): string {
  return text.replaceAll('\n', `\n${' '.repeat(spaces)}`);
}

export function githubWorkflow(rootKey: string): string {
  const steps = (lines: readonly string[]): string => indented(lines.join('\n'), 10);
  const carried = indented(['path: |', ...CARRIED.map((path) => `  ${path}`), CACHE_KEY].join('\n'), 10);
  return `# Builds the channel every five minutes and publishes what has changed to GitHub Pages. Needs the secret SPAMLIGHT_KEY,
# and Pages set to "GitHub Actions"; the README says where.
name: Publish the channel

on:
  schedule:
    - cron: '${EVERY_FIVE_MINUTES}'
  push:
    branches: [main]
  workflow_dispatch:

# contents: the monthly line of history.md, without which GitHub switches the schedule off after 60 quiet days.
permissions:
  contents: write
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
      - uses: actions/cache/restore@v4
        with:
          ${carried}
          restore-keys: channel-
      - name: Find the address
        run: |
          ${steps([...GITHUB_SITE, 'echo "PUBLISHED=${CHANNEL_URL:-$site}" >> "$GITHUB_ENV"'])}
      - name: Build and check
        id: build
        env:
          SPAMLIGHT_KEY: \${{ secrets.SPAMLIGHT_KEY }}
        run: |
          ${steps([
            'before="$(cat public/latest.jws 2> /dev/null || true)"',
            ...buildStep('$PUBLISHED'),
            '[ "$before" = "$(cat public/latest.jws)" ] || echo "changed=true" >> "$GITHUB_OUTPUT"',
          ])}
      - uses: actions/upload-pages-artifact@v3
        if: steps.build.outputs.changed == 'true'
        with:
          path: public
      - uses: actions/deploy-pages@v4
        if: steps.build.outputs.changed == 'true'
      - name: Say what needs a person
        id: health
        if: always()
        continue-on-error: true
        env:
          JOB: \${{ job.status }}
        run: |
          ${steps([
            'set --',
            '[ "$JOB" != failure ] || set -- --failed job.log',
            `${healthCommand('$PUBLISHED', rootKey)} --last-change "$(git log -1 --format=%ct)" --history history.md "$@"`,
          ])}
      - name: Keep the schedule alive
        if: always()
        run: |
          ${steps(MONTHLY_COMMIT)}
      - uses: actions/cache/save@v4
        with:
          ${carried}
      # After all is kept, so that the next run knows what was told.
      - name: Fail where somebody is needed
        if: steps.health.outcome == 'failure'
        run: exit 1
`;
}

export function gitlabPipeline(rootKey: string): string {
  const steps = (lines: readonly string[]): string => indented(`- |\n  ${indented(lines.join('\n'), 2)}`, 4);
  const commonLines = `  image: node:24-slim
  variables:
    CHANNEL_URL: $CI_PAGES_URL/
  rules:
    - if: $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH
  # One build at a time: each goes on from the last.
  resource_group: channel`;
  const cacheLines = `  cache:
    key: channel
    when: always
    paths:
${CARRIED.map((path) => `      - ${path}`).join('\n')}`;
  return `# Builds the channel and publishes it to GitLab Pages. Needs the masked variable SPAMLIGHT_KEY (type: variable), and a
# schedule under Build, Pipeline schedules; the README says where. GitLab keeps schedules of a quiet project.
pages:
${commonLines}
  ${indented(WHY_CARRIED, 2)}
${cacheLines}
  script:
    ${steps(buildStep('$CHANNEL_URL'))}
  artifacts:
    paths:
      - public

# Fails when something needs a person. A job of its own: if the first fails, GitLab publishes nothing.
health:
  stage: .post
${commonLines}
${cacheLines}
  script:
    ${steps([healthCommand('$CHANNEL_URL', rootKey)])}
`;
}

export const GITIGNORE = `*key*.json
public/
.state/
*.lock
job.log
`;

/** For a reader to paste. @param url - ends in a slash */
export function channelText(url: string, rootKey: string): string {
  return `${url}\nroot-key: ${rootKey}`;
}

export interface ReadmeFacts {
  readonly channel: string;
  readonly rootKey: string;
  readonly fingerprint: string;
  /** Beside the folder. */
  readonly rootKeyFile: string;
  /** Null: the README gets placeholders. */
  readonly repository: { readonly owner: string; readonly name: string } | null;
  readonly feeds: readonly {
    readonly name: string;
    readonly licence: string;
    readonly terms: string | null;
  }[];
}

export function readme({
  channel,
  rootKey,
  fingerprint,
  rootKeyFile,
  repository,
  feeds,
}: ReadmeFacts): string {
  const { owner, name } = repository ?? { owner: 'OWNER', name: 'REPOSITORY' };
  const site = `https://${owner.toLowerCase()}.github.io/${name.toLowerCase() === `${owner.toLowerCase()}.github.io` ? '' : `${name}/`}`;
  const steps = [
    ...(repository === null
      ? ['Replace OWNER and REPOSITORY in this file. On GitLab the address is the one under Deploy, Pages.']
      : []),
    `Move \`${rootKeyFile}\`, which lies beside this folder, to a machine or a stick that is not online. Whoever has it can sign anything; it is needed once a year.`,
    `Push this folder into an empty repository (\`.gitignore\` keeps keys out of it):

       git init --initial-branch main
       git add .
       git commit --message "A channel"
       git remote add origin https://github.com/${owner}/${name}.git
       git push --set-upstream origin main`,
    `GitHub: Settings, Secrets and variables, Actions: a secret SPAMLIGHT_KEY with the content of \`snapshot-key.json\`. Settings, Pages: source "GitHub Actions"; with a domain of your own also a variable CHANNEL_URL (Secrets and variables, Actions, Variables) with its address and a slash at the end.
   GitLab: Settings, CI/CD, Variables: SPAMLIGHT_KEY, masked; then Build, Pipeline schedules: \`${EVERY_FIVE_MINUTES}\`, or hourly where that is the most that GitLab allows (the free plan of gitlab.com).`,
    'Run the job once by hand. Then paste the two lines above into your own Spamlight: settings, _Protection_, _Add a channel…_',
  ];
  return `# ${channel}

A list of phishing, malware and scam addresses for [Spamlight](https://github.com/OWNER/spamlight).

## Subscribe

In Spamlight's settings, on the page _Protection_ under _Lists and channels_, choose _Add a channel…_, paste these two
lines, choose _Show what it says_, and compare the fingerprint:

    ${channelText(site, rootKey).replaceAll('\n', '\n    ')}

Fingerprint of the root key: \`${fingerprint}\`

## What is in it

| list | licence |
| --- | --- |
${feeds.map(({ name: feed, licence, terms }) => `| ${cell(feed)} | ${terms === null ? cell(licence) : `[${cell(licence)}](${terms})`} |`).join('\n')}

What came in with a build, what went out and what was refused is in \`report/<serial>.html\` beside the lists.

## For the maintainer

${steps.map((step, index) => `${index + 1}. ${step}`).join('\n')}

The job fails, once a day, when a feed is dead for three days, what is online cannot be used, or the keys end within
30 days: GitHub and GitLab then write to you, and the log says what to do. Once a month it adds a line to
\`history.md\`: GitHub switches the schedule of a public repository off after 60 days without a change.

\`feeds.json\` says which lists are used. \`spamlight.mjs\` is the command itself, one file; a newer one replaces it.
The list of keys is valid for a year: \`node spamlight.mjs keygen --role snapshot --root ROOT-KEY --out next-key.json\`
makes a new one, for the secret. \`node spamlight.mjs build --dry-run\` names what a change of \`feeds.json\` would do.
`;
}

function cell(text: string): string {
  return text.replaceAll(/[|\\[\]<>`*_]/g, (sign) => `\\${sign}`).replaceAll(/\s+/g, ' ');
}
