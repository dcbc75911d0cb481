import { Check, Download, ImageUp, Link2, Share2 } from 'lucide-react'
import { Link } from 'react-router-dom'
import type { Generation, MadeCard } from '#shared/contracts/generations.ts'
import { LABELS, SUCCESS } from '#shared/domain/messages.ts'
import { useResultActions } from './use-result-actions.ts'

/** What can be done with a finished card. Saving publishes it; every way of sharing first makes its page work. */
export function ResultActions({ generation, card }: { generation: Generation; card: MadeCard }) {
  const actions = useResultActions(generation, card)
  return (
    <div className="act">
      {card.visibility === 'public' ? (
        <p className="saved">
          <Check className="i" aria-hidden="true" />
          <span>Saved to the Hall of Fame.</span>
          <Link className="link" to={`/card/${card.id}`}>
            See its page
          </Link>
        </p>
      ) : (
        <button type="button" className="btn pri full" onClick={actions.save} disabled={actions.isSaving}>
          {actions.isSaving ? 'Saving...' : LABELS.saveToHall}
        </button>
      )}
      <div className="r2">
        <a className="btn" href={actions.postUrl} target="_blank" rel="noopener" onClick={actions.makePageWork}>
          <Share2 className="i" aria-hidden="true" />
          Share on X
        </a>
        <button type="button" className="btn" onClick={actions.download} disabled={actions.isDownloading}>
          <Download className="i" aria-hidden="true" />
          {LABELS.download}
        </button>
        <button type="button" className="btn" onClick={actions.copyLink}>
          <Link2 className="i" aria-hidden="true" />
          {actions.confirmed === 'link' ? 'Copied' : LABELS.copyLink}
        </button>
        <button type="button" className="btn" onClick={actions.copyImageLink}>
          <ImageUp className="i" aria-hidden="true" />
          Instagram
        </button>
      </div>
      <output className="inline-ok">{actions.confirmed === 'instagram' ? SUCCESS.imageLinkCopied : null}</output>
    </div>
  )
}
