import { expect, type Page } from '@playwright/test'
import { examine } from './access.ts'
import { createGround, serve, stopHost } from './ground.ts'
import { keepScreen } from './screens.ts'
import { openFolder } from './window.ts'
import { test } from './workbench.ts'

const PASSWORD = 'correct horse battery'

test.use({
  serveArgs: ['--allow-host', 'orrery.example'],
  hostEnv: { ORRERY_PASSWORD: PASSWORD },
})

async function enter(page: Page, password: string): Promise<void> {
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Open' }).click()
}

test('a window without a link asks for the password, and is let in by it alone', async ({
  workbench: { page, project },
  context,
}) => {
  await openFolder(page, 'Open a folder…', project)
  const hash = new URL(page.url()).hash
  const other = await context.newPage()
  await other.goto(`${new URL(page.url()).origin}/${hash}`)
  await expect(other.getByLabel('Password')).toBeFocused()
  await examine(other, 'password')
  await other.setViewportSize({ width: 1024, height: 700 })
  await examine(other, 'password-small')

  await enter(other, 'wrong')
  await expect(other.getByText('That is not it.')).toBeVisible()
  await expect(other.getByLabel('Password')).toBeFocused()
  // A guess that is still being looked at takes no other.
  const tooMany = other.getByText(/^Too many wrong passwords were tried\. Wait \d+ s/)
  await expect(async () => {
    await other.keyboard.press('Enter')
    await expect(tooMany).toBeVisible({ timeout: 200 })
  }).toPass()
  await examine(other, 'password-too-often')
  // What others guess from here keeps nobody out for long, and a window that is in not at all.
  await expect(page.getByRole('textbox', { name: 'What to do' })).toBeVisible()
  await expect(async () => {
    if (await other.getByLabel('Password').isVisible()) await enter(other, PASSWORD)
    await expect(other.getByRole('textbox', { name: 'What to do' })).toBeVisible({ timeout: 5000 })
  }).toPass()
  // It is where its address said, and is still let in when it is loaded again.
  expect(new URL(other.url()).hash).toBe(hash)
  await other.reload()
  await expect(other.getByRole('textbox', { name: 'What to do' })).toBeVisible()
  await keepScreen(other, 'password-let-in')
})

test('a window that waits for the password of a restarted host is let in by its new link', async ({
  page,
}) => {
  await using ground = await createGround()
  // Only a host that is reached from beyond this machine takes a password.
  const env = { ORRERY_PASSWORD: PASSWORD }
  const beyond = ['--allow-host', 'orrery.example']
  const first = new URL(await serve(ground, { env, args: beyond }))
  await page.goto(first.href)
  await openFolder(page, 'Open a folder…', ground.project)
  const { hash } = new URL(page.url())
  await stopHost(ground)
  const second = await serve(ground, { env, args: [...beyond, '--port', first.port] })
  await expect(page.getByLabel('Password')).toBeVisible()
  await page.evaluate((href) => location.assign(href), second)
  await expect(page.getByRole('textbox', { name: 'What to do' })).toBeVisible()
  expect(new URL(page.url()).hash).toBe(hash)
})
