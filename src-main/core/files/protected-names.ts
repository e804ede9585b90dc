/** Characters that HFS+ leaves out of names: `.g\u200cit` is `.git` there. */
const IGNORED = /[\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\u00ad]/gu

/**
 * Returns a name as the file system that folds most would have it: without case, look-alikes, characters that it
 * ignores, a stream (`.git::$INDEX_ALLOCATION`), and dots and spaces at its end.
 */
function foldName(name: string): string {
  const plain = name.normalize('NFKC').replace(IGNORED, '').toLowerCase()
  const [withoutStream = ''] = plain.split(':')
  return withoutEnding(withoutStream)
}

/** Whether some file system takes a name for `protectedName`, which is in small letters: also by its short name, `GIT~1`. */
export function isNameOf(name: string, protectedName: string): boolean {
  const folded = foldName(name)
  return folded === protectedName || isShortNameOf(folded, protectedName)
}

/**
 * Short names of Windows: `.orrery` is `ORRERY~1`, `.mcp.json` is `MCP~1.JSO`; where many begin alike, two letters
 * and four digits of a hash stand before the `~`.
 */
function isShortNameOf(folded: string, protectedName: string): boolean {
  const [, stem = '', ending = ''] = /^([^~.]+)~\d+(?:\.([^.]{1,3}))?$/u.exec(folded) ?? []
  if (stem === '') return false
  const [first = '', ...rest] = protectedName.split('.').filter(Boolean)
  if ((rest.at(-1) ?? '').slice(0, 3) !== ending) return false
  const isHashed = /^..[0-9a-f]{4}$/u.test(stem) && stem.startsWith(first.slice(0, 2))
  return isHashed || stem === first.slice(0, 6)
}

function withoutEnding(name: string): string {
  let end = name.length
  while (end > 0 && (name[end - 1] === '.' || name[end - 1] === ' ')) end -= 1
  return end === 0 ? name : name.slice(0, end)
}
