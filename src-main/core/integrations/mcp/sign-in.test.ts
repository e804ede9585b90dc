import { expect, test } from 'vitest'
import { type McpFixture, openMcpFixture } from '../../../../test/support/mcp-bench.ts'
import { startOAuthServer } from '../../../../test/support/scripted-oauth.ts'

const which = ({ projectId }: McpFixture) => ({ projectId, name: 'far' })

/** As a browser does that a person goes on with. */
async function goOn(url: string): Promise<string> {
  return (await fetch(url)).text()
}

test('a person signs in, tokens are renewed by themselves, and signing out forgets them', async () => {
  await using server = await startOAuthServer()
  await using fixture = await openMcpFixture({ own: { far: { url: server.url } } })
  expect(await fixture.server('far')).toMatchObject({
    state: 'sign-in',
    error: 'It wants you to sign in.',
    isSignedIn: false,
  })
  expect(server.asked, 'nobody is introduced to it unasked').not.toContain('POST /register')
  const { url } = await fixture.mcp.authorise(which(fixture))
  expect(await goOn(url)).toBe('You are signed in. You can close this page.')
  await expect.poll(async () => (await fixture.server('far')).state).toBe('ready')
  expect((await fixture.call('mcp__far__whoami')).text).toBe('you')
  expect((await fixture.server('far')).isSignedIn).toBe(true)
  expect(fixture.hidden.length, 'tokens are kept out of what is written').toBeGreaterThan(0)

  server.expire('access')
  expect((await fixture.call('mcp__far__whoami')).text).toBe('you')

  await fixture.mcp.signOut(which(fixture))
  expect(await fixture.server('far')).toMatchObject({ state: 'sign-in', isSignedIn: false })
}, 30_000)

test('where what it was renewed by is not taken any more, a person is asked again', async () => {
  await using server = await startOAuthServer()
  await using fixture = await openMcpFixture({ own: { far: { url: server.url } } })
  await fixture.servers()
  await goOn((await fixture.mcp.authorise(which(fixture))).url)
  await expect.poll(async () => (await fixture.server('far')).state).toBe('ready')
  server.expire('refresh')
  await fixture.mcp.restart(which(fixture))
  expect((await fixture.server('far')).state).toBe('sign-in')
}, 30_000)

test('who was not sent by us, or is refused, does not get in', async () => {
  await using server = await startOAuthServer()
  await using fixture = await openMcpFixture({ own: { far: { url: server.url } } })
  await fixture.servers()
  const { url } = await fixture.mcp.authorise(which(fixture))
  const back = new URL(new URL(url).searchParams.get('redirect_uri') ?? '')
  back.search = '?code=stolen&state=guessed'
  expect((await fetch(back)).status).toBe(404)
  server.refuses = true
  expect(await goOn(url)).toBe('You are not signed in. You can close this page.')
  const listed = await fixture.server('far')
  expect(listed).toMatchObject({ state: 'sign-in', isSignedIn: false })
  expect(listed.error).toBe('The sign-in was refused: access_denied.')
  await expect(fetch(back), 'nothing listens any more').rejects.toThrow()
}, 30_000)

// CVE-2025-6514 and openai/codex #37077: the address for signing in came from the server, and started a program.
test.each([
  'file:///usr/bin/env',
  'smb://evil.example/x',
  'ms-msdt:/id',
  'vscode://evil.example/x',
  'http://evil.example/authorize',
])(
  'opens no sign-in at %s',
  async (address) => {
    await using server = await startOAuthServer()
    server.signInAddress = address
    await using fixture = await openMcpFixture({ own: { far: { url: server.url } } })
    await fixture.servers()
    const begun = fixture.mcp.authorise(which(fixture))
    await expect(begun).rejects.toThrow('which is not safe')
  },
  30_000,
)
