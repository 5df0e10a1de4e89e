// What keeps a version from being published.

/**
 * @param facts `version` of package.json; `changelog`, its text; `changes`, what git says is not committed; `tags` of the commit.
 * @returns A sentence for each fault; none: it may be published.
 */
export function releaseFaults({ version, changelog, changes, tags }) {
  const title = changelog.split('\n').find((line) => line.startsWith('## ')) ?? ''
  return [
    changes.trim() !== '' && `these files are not committed:\n${changes.trimEnd()}`,
    !tags.includes(`v${version}`) && `the commit has no tag v${version}`,
    !new RegExp(`^## ${version.replaceAll('.', '\\.')}, \\d{4}-\\d{2}-\\d{2}$`).test(title) &&
      `the changelog begins with “${title}”, not with “## ${version}, ” and a date such as 2026-12-01`,
  ].filter(Boolean)
}
