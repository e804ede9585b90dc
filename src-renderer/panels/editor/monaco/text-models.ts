import { languageOf } from './language-of.ts'
import { findReplacedLines } from './model-text.ts'
import { monaco } from './monaco-setup.ts'

type ViewState = monaco.editor.ICodeEditorViewState

/** Which of a file's texts a model holds: the one that can be edited, one of the past, or what either is compared with. */
export type Layer = 'disk' | 'past' | 'base'

interface LayerText {
  readonly layer: Layer
  readonly path: string
  /** As `toModelText` makes it. */
  readonly text: string
}

function isShared(layer: Layer): boolean {
  return layer !== 'disk'
}

/**
 * One model for each file on disk, with its undo history, and one for all of the past and one for all
 * that is compared with: there a playhead goes through hundreds of files, and nobody edits. The place
 * each was left at is kept.
 */
export class TextModels implements Disposable {
  /** By path. */
  readonly #onDisk = new Map<string, monaco.editor.ITextModel>()
  /** By layer. */
  readonly #shared = new Map<string, monaco.editor.ITextModel>()
  /** By layer and path. */
  readonly #viewStates = new Map<string, ViewState | null>()
  /** Which file a shared model holds. */
  readonly #held = new Map<Layer, string>()
  #isSetting = false

  /** True while a model's text is being set from outside, which no person typed. */
  get isSetting(): boolean {
    return this.#isSetting
  }

  /** The model of a file with this text, as `toModelText` makes it; what differs is replaced, the rest stays where it is. */
  get(layer: Layer, path: string, text: string): monaco.editor.ITextModel {
    const model = this.#find(layer, path, text)
    const wanted = { layer, path, text }
    if (isShared(layer) && this.#held.get(layer) !== path) this.#turn(model, wanted)
    else if (model.getValue() !== text) this.#replace(model, wanted)
    return model
  }

  viewStateOf(layer: Layer, path: string): ViewState | undefined {
    return this.#viewStates.get(`${layer}:${path}`) ?? undefined
  }

  keepViewState(layer: Layer, path: string, viewState: ViewState | null): void {
    this.#viewStates.set(`${layer}:${path}`, viewState)
  }

  /** Lets go of all other files; the model that an editor shows stays until another has taken its place. */
  keepOnly(paths: ReadonlySet<string>): void {
    for (const [path, model] of this.#onDisk) {
      if (paths.has(path) || model.isAttachedToEditor()) continue
      model.dispose()
      this.#onDisk.delete(path)
    }
    for (const key of this.#viewStates.keys()) {
      if (!paths.has(key.slice(key.indexOf(':') + 1))) this.#viewStates.delete(key)
    }
  }

  [Symbol.dispose](): void {
    for (const models of [this.#onDisk, this.#shared]) {
      for (const model of models.values()) model.dispose()
      models.clear()
    }
  }

  #find(layer: Layer, path: string, text: string): monaco.editor.ITextModel {
    const [models, key] = isShared(layer) ? [this.#shared, layer] : [this.#onDisk, path]
    const known = models.get(key)
    if (known) return known
    const model = monaco.editor.createModel(text, languageOf(path))
    models.set(key, model)
    this.#held.set(layer, path)
    return model
  }

  #turn(model: monaco.editor.ITextModel, { layer, path, text }: LayerText): void {
    this.#held.set(layer, path)
    this.#set(() => {
      model.setValue(text)
      monaco.editor.setModelLanguage(model, languageOf(path))
    })
  }

  /** Nobody undoes what a playhead did. */
  #replace(model: monaco.editor.ITextModel, { layer, text }: LayerText): void {
    this.#set(() => {
      this.#endLines(model, text)
      const replaced = findReplacedLines(model.getValue(), text)
      const [from, to] = [model.getPositionAt(replaced.from), model.getPositionAt(replaced.to)]
      const range = monaco.Range.fromPositions(from, to)
      const edits = [{ range, text: replaced.text }]
      if (isShared(layer)) model.applyEdits(edits)
      else model.pushEditOperations([], edits, () => null)
    })
  }

  /** A model gives its own line ends to what is put into it: first they have to be those of the text. */
  #endLines(model: monaco.editor.ITextModel, text: string): void {
    const { CRLF, LF } = monaco.editor.EndOfLineSequence
    if (text.includes('\n')) model.pushEOL(text.includes('\r\n') ? CRLF : LF)
  }

  #set(change: () => void): void {
    this.#isSetting = true
    try {
      change()
    } finally {
      this.#isSetting = false
    }
  }
}
