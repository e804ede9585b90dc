import { languageOf } from './language-of.ts'
import { monaco } from './monaco-setup.ts'

type ViewState = monaco.editor.ICodeEditorViewState

interface Kept {
  readonly model: monaco.editor.ITextModel
  viewState?: ViewState | null
}

/** Which of a file's texts a model holds: the one that can be edited, one of the past, or the session's first. */
export type Layer = 'disk' | 'past' | 'start'

/** One model for each file and layer, with its undo history and the place it was left at. */
export class TextModels implements Disposable {
  readonly #kept = new Map<string, Kept>()
  #isSetting = false

  /** True while a model's text is being set from outside, which no person typed. */
  get isSetting(): boolean {
    return this.#isSetting
  }

  /** The model of a file with this text; what differs is replaced, the rest stays where it is. */
  get(layer: Layer, path: string, text: string): monaco.editor.ITextModel {
    const { model } = this.#find(layer, path, text)
    if (model.getValue() !== text) this.#replace(model, text)
    return model
  }

  viewStateOf(layer: Layer, path: string): ViewState | undefined {
    return this.#kept.get(`${layer}:${path}`)?.viewState ?? undefined
  }

  keepViewState(layer: Layer, path: string, viewState: ViewState | null): void {
    const kept = this.#kept.get(`${layer}:${path}`)
    if (kept) kept.viewState = viewState
  }

  [Symbol.dispose](): void {
    for (const { model } of this.#kept.values()) model.dispose()
    this.#kept.clear()
  }

  #find(layer: Layer, path: string, text: string): Kept {
    const key = `${layer}:${path}`
    const known = this.#kept.get(key)
    if (known) return known
    const kept = { model: monaco.editor.createModel(text, languageOf(path)) }
    this.#kept.set(key, kept)
    return kept
  }

  #replace(model: monaco.editor.ITextModel, text: string): void {
    this.#isSetting = true
    try {
      model.pushEditOperations([], [{ range: model.getFullModelRange(), text }], () => null)
    } finally {
      this.#isSetting = false
    }
  }
}
