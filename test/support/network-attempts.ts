/** The addresses that a page under test uses: where it comes from and where it tries to get to. */
export interface AttemptAddresses {
  /** The origin of the page itself, `http://127.0.0.1:PORT`. Its `/redirect?to=…` redirects anywhere. */
  readonly home: string
  /** `HOST:PORT` of the server that the page tries to reach. */
  readonly target: string
}

/** One way in which a page can reach a server. */
export interface NetworkAttempt {
  readonly name: string
  readonly html: (addresses: AttemptAddresses) => string
  /** Sent with the page. */
  readonly headers?: (addresses: AttemptAddresses) => Readonly<Record<string, string>>
  /** Why it never gets anywhere, even if the host is allowed. */
  readonly unsupported?: string
}

type Html = NetworkAttempt['html']

const script = (code: string) => `<body><script>${code}</script>`
const inScript =
  (code: (url: string, addresses: AttemptAddresses) => string): Html =>
  (addresses) =>
    script(code(`'http://${addresses.target}/x'`, addresses))
const inTag =
  (tag: (url: string) => string): Html =>
  ({ target }) =>
    `<body>${tag(`http://${target}/x`)}`
const redirected =
  (html: (url: string) => string): Html =>
  ({ home, target }) =>
    `<body>${html(redirectOf(home, target))}`
const inWorker = (code: string) =>
  `new Worker(URL.createObjectURL(new Blob([${JSON.stringify(code)}])))`
const peer = (server: string) =>
  script(
    `const peer = new RTCPeerConnection({ iceServers: [${server}] }); peer.createDataChannel('x'); peer.createOffer().then((offer) => peer.setLocalDescription(offer))`,
  )

function redirectOf(home: string, target: string): string {
  return `${home}/redirect?to=${encodeURIComponent(`http://${target}/x`)}`
}

/** Attempts that use TCP: each arrives if the host is allowed, unless it says otherwise. */
export const tcpAttempts: readonly NetworkAttempt[] = [
  { name: 'navigation', html: inScript((url) => `location.href = ${url}`) },
  {
    name: 'meta refresh',
    html: inTag((url) => `<meta http-equiv="refresh" content="0;url=${url}">`),
  },
  {
    name: 'Refresh header',
    html: () => '<body>',
    headers: ({ target }) => ({ refresh: `0;url=http://${target}/x` }),
  },
  { name: 'window.open', html: inScript((url) => `open(${url})`) },
  {
    name: 'link to another window',
    html: inTag(
      (url) => `<a href="${url}" target="_blank">x</a><script>document.links[0].click()</script>`,
    ),
  },
  {
    name: 'form',
    html: inTag(
      (url) =>
        `<form action="${url}" method="post"><input name="a" value="1"></form><script>document.forms[0].submit()</script>`,
    ),
  },
  {
    name: 'download',
    html: inTag(
      (url) => `<a href="${url}" download>x</a><script>document.links[0].click()</script>`,
    ),
  },
  {
    name: 'ping of a link',
    html: inTag(
      (url) => `<a href="#x" ping="${url}">x</a><script>document.links[0].click()</script>`,
    ),
  },
  // Interception sees the first address only: microsoft/playwright issue 33882 and pull request 2617,
  // ChromeDevTools/chrome-devtools-mcp issue 2502, microsoft/playwright-mcp pull request 1270.
  {
    name: 'redirect of a page',
    html: redirected((url) => `<script>location.href = '${url}'</script>`),
  },
  { name: 'redirect of a frame', html: redirected((url) => `<iframe src="${url}"></iframe>`) },
  { name: 'redirect of an image', html: redirected((url) => `<img src="${url}">`) },
  {
    name: 'redirect of a fetch',
    html: redirected((url) => `<script>fetch('${url}', { mode: 'no-cors' })</script>`),
  },
  { name: 'redirect of a script', html: redirected((url) => `<script src="${url}"></script>`) },
  {
    name: 'redirect of a stylesheet',
    html: redirected((url) => `<link rel="stylesheet" href="${url}">`),
  },
  {
    name: 'redirect of a beacon',
    html: redirected((url) => `<script>navigator.sendBeacon('${url}', 'x')</script>`),
    unsupported: "Chromium doesn't follow it while Playwright intercepts requests.",
  },
  {
    name: 'redirect of a form',
    html: redirected(
      (url) =>
        `<form action="${url}" method="post"></form><script>document.forms[0].submit()</script>`,
    ),
  },
  {
    name: 'redirect of a fetch in a worker',
    html: redirected(
      (url) => `<script>${inWorker(`fetch('${url}', { mode: 'no-cors' })`)}</script>`,
    ),
  },
  { name: 'frame', html: inTag((url) => `<iframe src="${url}"></iframe>`) },
  {
    name: 'frame with inline content',
    html: inTag((url) => `<iframe srcdoc="<img src='${url}'>"></iframe>`),
  },
  { name: 'object', html: inTag((url) => `<object data="${url}"></object>`) },
  { name: 'embed', html: inTag((url) => `<embed src="${url}">`) },
  { name: 'image', html: inTag((url) => `<img src="${url}">`) },
  { name: 'image button', html: inTag((url) => `<input type="image" src="${url}">`) },
  { name: 'image in SVG', html: inTag((url) => `<svg><image href="${url}"/></svg>`) },
  { name: 'video', html: inTag((url) => `<video src="${url}" preload="auto"></video>`) },
  { name: 'video poster', html: inTag((url) => `<video poster="${url}"></video>`) },
  {
    name: 'text track',
    html: inTag(
      (url) =>
        `<video crossorigin><track default kind="captions" src="${url}"></video><script>document.querySelector('track').track.mode = 'showing'</script>`,
    ),
  },
  { name: 'script', html: inTag((url) => `<script src="${url}"></script>`) },
  { name: 'module', html: inTag((url) => `<script type="module" src="${url}"></script>`) },
  { name: 'dynamic import', html: inScript((url) => `import(${url})`) },
  {
    name: 'import map',
    html: inTag(
      (url) =>
        `<script type="importmap">{"imports":{"x":"${url}"}}</script><script type="module">import 'x'</script>`,
    ),
  },
  { name: 'stylesheet', html: inTag((url) => `<link rel="stylesheet" href="${url}">`) },
  { name: 'imported stylesheet', html: inTag((url) => `<style>@import '${url}'</style>`) },
  {
    name: 'background image',
    html: inTag((url) => `<style>body { background: url('${url}') }</style>`),
  },
  {
    name: 'font',
    html: inTag(
      (url) =>
        `<style>@font-face { font-family: x; src: url('${url}') } p { font-family: x }</style><p>x</p>`,
    ),
  },
  { name: 'preload', html: inTag((url) => `<link rel="preload" as="image" href="${url}">`) },
  {
    name: 'preload header',
    html: () => '<body>',
    headers: ({ target }) => ({ link: `<http://${target}/x>; rel=preload; as=image` }),
  },
  { name: 'module preload', html: inTag((url) => `<link rel="modulepreload" href="${url}">`) },
  { name: 'prefetch', html: inTag((url) => `<link rel="prefetch" href="${url}">`) },
  {
    name: 'preconnect',
    html: ({ target }) => `<body><link rel="preconnect" href="https://${target}">`,
    unsupported: "Chromium doesn't connect early while Playwright intercepts requests.",
  },
  {
    name: 'speculation rules',
    html: inTag(
      (url) =>
        `<script type="speculationrules">{"prefetch":[{"urls":["${url}"],"eagerness":"immediate"}]}</script>`,
    ),
    unsupported: 'Chromium prefetches other sites only through HTTPS.',
  },
  { name: 'fetch', html: inScript((url) => `fetch(${url}, { mode: 'no-cors' })`) },
  {
    name: 'fetch that outlives its page',
    html: inScript(
      (url) => `fetch(${url}, { mode: 'no-cors', keepalive: true, method: 'POST', body: 'x' })`,
    ),
  },
  {
    name: 'fetch to another address form',
    html: ({ target }) =>
      script(`fetch('http://' + '${target}'.toUpperCase() + '/x', { mode: 'no-cors' })`),
  },
  {
    name: 'fetch by HTTPS',
    html: ({ target }) => script(`fetch('https://${target}/x', { mode: 'no-cors' })`),
  },
  {
    name: 'XMLHttpRequest',
    html: inScript(
      (url) => `const request = new XMLHttpRequest(); request.open('GET', ${url}); request.send()`,
    ),
  },
  { name: 'beacon', html: inScript((url) => `navigator.sendBeacon(${url}, 'x')`) },
  { name: 'event source', html: inScript((url) => `new EventSource(${url})`) },
  { name: 'WebSocket', html: ({ target }) => script(`new WebSocket('ws://${target}/x')`) },
  {
    name: 'fetch in a worker',
    html: inScript((url) => inWorker(`fetch(${url}, { mode: 'no-cors' })`)),
  },
  { name: 'script of a worker', html: inScript((url) => inWorker(`importScripts(${url})`)) },
  // microsoft/playwright issue 37048.
  {
    name: 'WebSocket in a worker',
    html: ({ target }) => script(inWorker(`new WebSocket('ws://${target}/x')`)),
  },
  // microsoft/playwright issue 36690.
  {
    name: 'fetch in a shared worker',
    html: ({ home, target }) =>
      script(`new SharedWorker('${home}/shared-worker.js?http://${target}/x')`),
  },
  {
    name: 'WebSocket in a shared worker',
    html: ({ home, target }) =>
      script(`new SharedWorker('${home}/shared-worker.js?ws://${target}/x')`),
  },
  {
    name: 'service worker',
    html: ({ home, target }) =>
      script(`navigator.serviceWorker.register('${home}/shared-worker.js?http://${target}/x')`),
    unsupported: 'Service workers are off.',
  },
  { name: 'worklet', html: inScript((url) => `new AudioContext().audioWorklet.addModule(${url})`) },
  {
    name: 'report of a content security policy',
    html: () => '<body><img src="/blocked">',
    headers: ({ target }) => ({
      'content-security-policy': `img-src 'none'; report-uri http://${target}/x`,
    }),
  },
  {
    name: 'manifest',
    html: inTag((url) => `<link rel="manifest" href="${url}">`),
    unsupported: 'Only a browser with a window loads it.',
  },
  {
    name: 'icon',
    html: inTag((url) => `<link rel="icon" href="${url}">`),
    unsupported: 'Only a browser with a window loads it.',
  },
  { name: 'TURN by TCP', html: ({ target }) => peer(turn(`turn:${target}?transport=tcp`)) },
  { name: 'TURN by TLS', html: ({ target }) => peer(turn(`turns:${target}?transport=tcp`)) },
]

/**
 * Attempts that use UDP, which no proxy for HTTP carries, so they never arrive. WebRTC passed by a proxy in
 * stickerdaniel/linkedin-mcp-server pull request 660, QUIC in elazarl/goproxy issue 232.
 */
export const udpAttempts: readonly NetworkAttempt[] = [
  { name: 'STUN', html: ({ target }) => peer(`{ urls: 'stun:${target}' }`) },
  { name: 'TURN by UDP', html: ({ target }) => peer(turn(`turn:${target}?transport=udp`)) },
  {
    name: 'WebTransport',
    html: ({ target }) => script(`new WebTransport('https://${target}/x').ready.catch(() => {})`),
  },
  {
    name: 'WebTransport in a worker',
    html: ({ target }) =>
      script(inWorker(`new WebTransport('https://${target}/x').ready.catch(() => {})`)),
  },
]

/** Attempts that only look up a name, which is enough to carry data: UWNetworksLab/uProxy-p2p issue 250. */
export const lookupAttempts: readonly NetworkAttempt[] = [
  { name: 'DNS prefetch', html: inTag((url) => `<link rel="dns-prefetch" href="${url}">`) },
  {
    name: 'DNS prefetch by a header',
    html: () => '<body>',
    headers: ({ target }) => ({ link: `<http://${target}>; rel=dns-prefetch` }),
  },
  { name: 'STUN server by name', html: ({ target }) => peer(`{ urls: 'stun:${target}' }`) },
  {
    name: 'ICE candidate by name',
    html: ({ target }) => {
      const [host = '', port = ''] = target.split(':')
      return script(`const peers = [new RTCPeerConnection(), new RTCPeerConnection()]
        peers[0].createDataChannel('x')
        peers[0].createOffer().then(async (offer) => {
          await peers[0].setLocalDescription(offer)
          await peers[1].setRemoteDescription(offer)
          await peers[1].addIceCandidate({ candidate: 'candidate:1 1 udp 2122260223 ${host} ${port} typ host', sdpMid: '0' })
          await peers[1].setLocalDescription(await peers[1].createAnswer())
        })`)
    },
  },
]

function turn(url: string): string {
  return `{ urls: '${url}', username: 'x', credential: 'x' }`
}
