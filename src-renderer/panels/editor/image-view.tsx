import { useState } from 'react'
import type { Image } from '../../client/find-image.ts'
import { Button } from '../../ui/button.tsx'
import { formatBytes, formatPath } from '../../ui/format.ts'
import { Failure } from '../../ui/notice.tsx'
import styles from './image-view.module.css'

export interface ImageViewProps {
  readonly path: string
  readonly image: Image
  /** Absent where it is no text. */
  readonly onShowText?: (() => void) | undefined
}

/** An image, no larger than it is, and how large that is. */
export function ImageView({ path, image, onShowText }: ImageViewProps) {
  const [drawn, setDrawn] = useState<{ readonly url: string; readonly size: string | undefined }>()
  const own = drawn?.url === image.url ? drawn : undefined
  const facts = [image.format, own?.size, formatBytes(image.bytes)].filter(Boolean)
  if (own && !own.size) {
    return (
      <Failure>{`${formatPath(path)} begins like an image, and can’t be drawn as one.`}</Failure>
    )
  }
  return (
    <figure className={styles.figure}>
      <div className={styles.ground}>
        <img
          className={styles.image}
          src={image.url}
          alt={formatPath(path)}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
            setDrawn({ url: image.url, size: `${naturalWidth} × ${naturalHeight}` })
          }
          onError={() => setDrawn({ url: image.url, size: undefined })}
        />
      </div>
      <figcaption className={styles.facts}>
        <span>{facts.join(' · ')}</span>
        {onShowText && (
          <Button isSmall onClick={onShowText}>
            Show as text
          </Button>
        )}
      </figcaption>
    </figure>
  )
}
