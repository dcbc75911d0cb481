import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { LABELS } from '#shared/domain/messages.ts'
import { openMakersTab } from './support/maker.ts'
import { untilTakenOver } from './support/mishap.ts'
import { toastSays } from './support/path.ts'
import { enterStage, type Stage } from './support/stage.ts'

describe('a manage link', () => {
  let stage: Stage
  before(async () => {
    stage = await enterStage()
  })
  after(() => stage.close())

  test('gives its tools in another browser at once: the card is renamed, found again and deleted there @core', async () => {
    const maker = await openMakersTab(stage, 'public')
    await maker.page.goto(`/card/${maker.made.id}`)
    const link = await manageLinkOf(maker)

    const { page, context, complaints } = await stage.open()
    await page.goto(link)
    await untilTakenOver(page)
    await page.getByRole('heading', { name: 'Your card' }).waitFor()
    assert.equal(new URL(page.url()).hash, '')
    await page.getByRole('button', { name: 'Change nickname' }).click()
    await page.getByRole('textbox', { name: LABELS.funNickname }).fill('Second Device')
    await page.getByRole('button', { name: LABELS.saveChanges }).click()
    await page.getByRole('heading', { name: 'Second Device', level: 1 }).waitFor()

    await page.reload()
    await page.getByRole('heading', { name: 'Your card' }).waitFor()
    await page.goto('/my-cards')
    await page.getByRole('link', { name: 'Open Second Device' }).click()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Delete for good' }).click()
    await toastSays(page, 'Second Device is deleted.')
    assert.deepEqual(complaints, [])
    await context.close()
    await maker.context.close()
  })

  test('of a draft shows its picture in another browser, on its page and among the cards there @long', async () => {
    const maker = await openMakersTab(stage, 'draft')
    await maker.page.goto('/my-cards')
    const link = await manageLinkOf(maker)
    const { page, context, complaints } = await stage.open()
    await page.goto(link)
    const isDrawn = (selector: string) =>
      page.waitForFunction(
        (asked) => (document.querySelector<HTMLImageElement>(asked)?.naturalWidth ?? 0) > 0,
        selector,
      )
    await isDrawn('.stage-stage img')
    await page.goto('/my-cards')
    await page.getByRole('link', { name: 'Open Gridiron Gran' }).waitFor()
    await isDrawn('.card-tile-link img')
    // The page itself is asked for without the link's proof, which stands behind the # alone.
    assert.deepEqual(
      complaints.filter((text) => !/404/.test(text) || /picture/.test(text)),
      [],
    )
    await context.close()
    await maker.context.close()
  })
})

/** As the maker's own page asks for it. */
const manageLinkOf = ({ page, made }: Awaited<ReturnType<typeof openMakersTab>>): Promise<string> =>
  page.evaluate(async (id) => {
    const { url } = (await (await fetch(`/api/cards/${id}/manage-link`)).json()) as { url: string }
    return url
  }, made.id)
