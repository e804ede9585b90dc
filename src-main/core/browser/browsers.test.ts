import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createToolBench, type ToolBench } from '../../../test/support/tool-bench.ts'
import { HostBrowsers } from './browsers.ts'

const SHOP = `<title>Shop</title><h1>Lamps</h1>
<form action="/order"><label>Name <input name="name"></label>
<label>Size <select name="size"><option>small</option><option>large</option></select></label>
<button>Order</button></form>
<button onclick="alert('Sure?'); console.log('asked', 7)">Ask</button>
<a href="/terms" target="_blank">Terms</a><a href="/file" download>Price list</a>
<script>fetch('/missing')</script>`

const pages: Readonly<Record<string, string>> = {
  '/': SHOP,
  '/terms': '<title>Terms</title><p>No returns.</p>',
  '/order': '<title>Ordered</title><p>Thank you.</p>',
  '/file': 'lamp,7',
  '/stuck': '<button onclick="for(;;);">Stick</button>',
  '/long': `<ul>${Array.from({ length: 3000 }, (_, at) => `<li>Lamp ${at}</li>`).join('')}</ul>`,
}

let server: Server
let origin: string
let browsers: HostBrowsers

beforeAll(async () => {
  server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://x')
    if (pathname === '/away') response.setHeader('location', 'http://away.invalid/')
    if (pathname === '/away') response.statusCode = 302
    else if (pathname === '/cookie') response.setHeader('set-cookie', 'visited=yes')
    else if (!(pathname in pages)) response.statusCode = 404
    response.setHeader('content-type', 'text/html')
    response.end(pathname === '/cookie' ? (request.headers.cookie ?? 'none') : pages[pathname])
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  browsers = new HostBrowsers({ env: process.env, readSettings: () => ({}) })
})

afterAll(async () => {
  await browsers[Symbol.asyncDispose]()
  server.close()
})

interface Desk extends AsyncDisposable {
  readonly bench: ToolBench
  /** What the tool answers. */
  ask(args: Readonly<Record<string, unknown>>): Promise<string>
}

/** The browser of a run, by the tool. */
async function openDesk(isConfined = true, from: HostBrowsers = browsers): Promise<Desk> {
  const run = from.forRun({ isConfined })
  const bench = await createToolBench(
    {},
    { browser: { act: (act, signal) => run.act('lead', act, signal) } },
  )
  return {
    bench,
    ask: async (args) => (await bench.call('browser', args)).text,
    [Symbol.asyncDispose]: async () => {
      await run[Symbol.asyncDispose]()
      await bench[Symbol.asyncDispose]()
    },
  }
}

function refOf(text: string, what: string): string {
  const found = text.split('\n').find((line) => line.includes(what))
  return /\[ref=(\w+)\]/.exec(found ?? '')?.[1] ?? `no ${what}`
}

test('a form is read, filled in and sent, by the refs of its elements', async () => {
  await using desk = await openDesk()
  const opened = await desk.ask({ action: 'open', url: origin })
  expect(opened).toMatch(/^Page: Shop\nAddress: http:\/\/127.0.0.1:\d+\/\n/)
  expect(opened).toContain('heading "Lamps"')
  await desk.ask({ action: 'type', ref: refOf(opened, 'textbox "Name"'), text: 'Ada' })
  await desk.ask({ action: 'type', ref: refOf(opened, 'combobox "Size"'), text: 'large' })
  const ordered = await desk.ask({ action: 'click', ref: refOf(opened, 'button "Order"') })
  expect(ordered).toContain(`Address: ${origin}/order?name=Ada&size=large`)
  expect(await desk.ask({ action: 'read' })).toContain('Thank you.')
})

test('what happens on the way is told: questions, other pages, downloads, what was written and asked for', async () => {
  await using desk = await openDesk()
  const opened = await desk.ask({ action: 'open', url: origin })
  const asked = await desk.ask({ action: 'click', ref: refOf(opened, 'button "Ask"') })
  expect(asked).toContain('Note: The page asked (alert): "Sure?". It was dismissed.')
  expect(await desk.ask({ action: 'console' })).toContain('log: asked 7')
  expect(await desk.ask({ action: 'network' })).toContain(`GET 404 fetch ${origin}/missing`)
  const told = [await desk.ask({ action: 'click', ref: refOf(opened, 'link "Price list"') })]
  await expect
    .poll(async () => told.push(await desk.ask({ action: 'network' })) && told.join('\n'))
    .toMatch(/offered "file.*" to download, which was refused\./)
  await desk.ask({ action: 'click', ref: refOf(opened, 'link "Terms"') })
  await expect.poll(() => desk.ask({ action: 'read' })).toContain('No returns.')
})

test('a screenshot is a picture, and of an element a smaller one', async () => {
  await using desk = await openDesk()
  const opened = await desk.ask({ action: 'open', url: origin })
  const whole = await desk.bench.call('browser', { action: 'screenshot', full_page: true })
  const ref = refOf(opened, 'button "Order"')
  const part = await desk.bench.call('browser', { action: 'screenshot', ref })
  expect([whole, part].map(({ media }) => media?.map(({ mimeType }) => mimeType))).toEqual([
    ['image/jpeg'],
    ['image/jpeg'],
  ])
  const size = ({ media = [] }: typeof whole) => media[0]?.base64.length ?? 0
  expect(size(part)).toBeLessThan(size(whole))
})

test('each run has cookies of its own', async () => {
  await using one = await openDesk()
  await one.ask({ action: 'open', url: `${origin}/cookie` })
  expect(await one.ask({ action: 'open', url: `${origin}/cookie` })).toContain('visited=yes')
  await using other = await openDesk()
  expect(await other.ask({ action: 'open', url: `${origin}/cookie` })).toContain('none')
})

test('a page is not led to where nobody was asked, and long ones are cut', async () => {
  await using desk = await openDesk()
  const away = { action: 'open', url: `${origin}/away` }
  await expect(desk.ask(away)).rejects.toThrow(/could not be loaded|leads to/)
  const long = await desk.ask({ action: 'open', url: `${origin}/long` })
  expect(long).toMatch(/\[\d+ more lines\. Read a part of it by its ref\.\]$/)
  expect(long.length).toBeLessThan(45_000)
})

test.each([
  [{ action: 'open', url: 'file:///etc/passwd' }, /Only pages of the web/],
  [{ action: 'open', url: 'view-source:http://localhost' }, /Only pages of the web/],
  [{ action: 'open', url: 'http://127.0.0.1:1/' }, /nothing listens there|could not be loaded/],
  [{ action: 'open' }, /open needs `url`/],
  [{ action: 'read' }, /No page is open\. Open one first\./],
  [{ action: 'click', ref: 'e1' }, /No page is open/],
  [{ action: 'click', ref: 'body >> x' }, /Give a ref of the last reading/],
])('%j fails with a sentence', async (args, sentence) => {
  await using desk = await openDesk()
  await expect(desk.ask(args)).rejects.toThrow(sentence)
})

test('an element that is not there is said to be so at once', async () => {
  await using desk = await openDesk()
  await desk.ask({ action: 'open', url: origin })
  const click = desk.ask({ action: 'click', ref: 'e999' })
  await expect(click).rejects.toThrow('There is no element e999. Read the page again')
})

test('what is under way ends with its run', async () => {
  const run = browsers.forRun({ isConfined: true })
  const controller = new AbortController()
  const url = `${origin}/stuck`
  const { lines = [] } = await run.act('lead', { type: 'open', url }, controller.signal)
  const ref = refOf(lines.join('\n'), 'button "Stick"')
  const stuck = run.act('lead', { type: 'click', ref }, controller.signal)
  controller.abort(new Error('The run ended.'))
  await expect(stuck).rejects.toThrow('The run ended.')
  await run[Symbol.asyncDispose]()
})

test.skipIf(process.platform !== 'linux')(
  'a browser that crashes costs a sentence, and is there again for the next page',
  async () => {
    await using own = new HostBrowsers({
      env: { ...process.env, XDG_MARK: 'crash' },
      readSettings: () => ({}),
    })
    await using desk = await openDesk(true, own)
    await desk.ask({ action: 'open', url: origin })
    killBrowser('XDG_MARK=crash')
    await expect.poll(() => desk.ask({ action: 'read' }).catch(String)).toMatch(/The page is gone/)
    expect(await desk.ask({ action: 'open', url: origin })).toContain('Page: Shop')
  },
)

test('without a browser the sentence says what to do, and a named one that is none says so', async () => {
  const env = { PATH: '/nowhere', HOME: '/nowhere' }
  await using none = new HostBrowsers({
    env,
    readSettings: () => ({ browserPath: '/nowhere/chromium' }),
  })
  await using desk = await openDesk(true, none)
  await expect(desk.ask({ action: 'open', url: origin })).rejects.toThrow(
    /The browser at \/nowhere\/chromium could not be started\. Name another under Settings/,
  )
})

/** Ends the one whose environment holds it. */
function killBrowser(mark: string): void {
  const script = `for p in /proc/[0-9]*; do tr '\\0' '\\n' < $p/environ 2>/dev/null | grep -qx '${mark}' && grep -q remote-debugging-pipe $p/cmdline && kill -9 \${p#/proc/}; done; true`
  execFileSync('bash', ['-c', script], { stdio: 'ignore' })
}
