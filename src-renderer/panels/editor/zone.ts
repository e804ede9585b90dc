import type { monaco } from './monaco-setup.ts'

type Editor = monaco.editor.IStandaloneCodeEditor

let count = 0

/** Makes room for an element beneath a line, as high as it is. Undone by what it answers. */
export function openZone(editor: Editor, element: HTMLElement, afterLine: number): () => void {
  count += 1
  const id = `finding-${count}`
  const widget = { getId: () => id, getDomNode: () => element, getPosition: () => null }
  editor.addOverlayWidget(widget)
  const zone = {
    afterLineNumber: afterLine,
    heightInPx: element.offsetHeight,
    domNode: document.createElement('div'),
    onDomNodeTop: (top: number) => {
      element.style.top = `${top}px`
    },
  }
  let zoneId = ''
  editor.changeViewZones((zones) => {
    zoneId = zones.addZone(zone)
  })
  const measuring = new ResizeObserver(() => {
    if (zone.heightInPx === element.offsetHeight) return
    zone.heightInPx = element.offsetHeight
    editor.changeViewZones((zones) => zones.layoutZone(zoneId))
  })
  measuring.observe(element)
  const place = () => {
    const { contentLeft, contentWidth, verticalScrollbarWidth } = editor.getLayoutInfo()
    element.style.left = `${contentLeft}px`
    element.style.width = `${contentWidth - verticalScrollbarWidth}px`
  }
  place()
  const listening = editor.onDidLayoutChange(place)
  return () => {
    listening.dispose()
    measuring.disconnect()
    editor.changeViewZones((zones) => zones.removeZone(zoneId))
    editor.removeOverlayWidget(widget)
  }
}

/** Scrolls no further than it takes to show a line and all that is beneath it; the line, where that is too high. */
export function revealZone(editor: Editor, element: HTMLElement, line: number): void {
  const { height } = editor.getLayoutInfo()
  const [top, shownFrom] = [editor.getTopForLineNumber(line), editor.getScrollTop()]
  const bottom = editor.getBottomForLineNumber(line) + element.offsetHeight
  if (top < shownFrom) editor.setScrollTop(top)
  else if (bottom > shownFrom + height) editor.setScrollTop(Math.min(top, bottom - height))
}
