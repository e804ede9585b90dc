import { expect, it } from 'vitest'
import { toFileError } from './file-errors.ts'

it('says what the system refused with the path of the project alone', () => {
  const codes =
    'ENOENT ENOTDIR ENAMETOOLONG ELOOP EISDIR EACCES EPERM EROFS ENOSPC EDQUOT EFBIG EMFILE ENFILE EBUSY ETXTBSY EEXIST ENOTEMPTY EXDEV EINVAL EILSEQ EIO EUNKNOWN'
  for (const code of codes.split(' ')) {
    const cause = Object.assign(new Error(`${code}: open '/home/me/project/a.txt'`), { code })
    const error = toFileError('/workspace/a.txt', 'write', cause)
    expect(error).toMatchObject({ name: 'AppError', cause })
    const message = error instanceof Error ? error.message : ''
    expect(message).toContain('/workspace/a.txt')
    expect(message).toMatch(/\.$/)
    expect(message).not.toContain(code)
    expect(message).not.toContain('/home')
  }
  expect(toFileError('/workspace/a.txt', 'write', undefined)).toBeUndefined()
  const bug = new Error('a bug')
  expect(toFileError('/workspace/a.txt', 'write', bug)).toBe(bug)
})
