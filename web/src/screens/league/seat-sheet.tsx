import { Crown, Download, Link2, LogOut, Pencil, Repeat2, Trash2, Trophy } from 'lucide-react'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { Link } from 'react-router-dom'
import type { League, LeagueSeat } from '#shared/contracts/league.ts'
import { awardedCardPath, leaguePath, TEAM_NAME_MAX_CHARACTERS } from '#shared/domain/league.ts'
import { LABELS } from '#shared/domain/messages.ts'
import { useLeagueCalls } from '#web/data/leagues.ts'
import { useSingleFlight } from '#web/hooks/use-single-flight.ts'
import { getMessage } from '#web/lib/failure.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import { typedText } from '#web/lib/typed-text.ts'
import { buttonLook } from '#web/ui/button.ts'
import { Field } from '#web/ui/field.tsx'
import { iconLook } from '#web/ui/icon.ts'
import { Sheet } from '#web/ui/sheet.tsx'
import textStyles from '#web/ui/text.module.css'
import { toast } from '#web/ui/toast.ts'
import { AwardStep } from './award-step.tsx'
import { toFaults } from './league-fields.tsx'
import { toMakePath } from './own-step.tsx'
import { Question } from './question.tsx'
import { useCopy } from './use-copy.ts'
import styles from './seat-sheet.module.css'

type SeatSheetProps = { seat: LeagueSeat; code: string; league: League; open: boolean; onClose: () => void }
type Step = 'menu' | 'awards' | 'rename' | 'remove' | 'passOn'
type StepProps = SeatSheetProps & { isOwn: boolean; onStep: (step: Step) => void }

/** The actions for a seat. Actions that cannot be undone ask for confirmation. */
export default function SeatSheet(props: SeatSheetProps) {
  const [step, setStep] = useState<Step>('menu')
  const all = { ...props, isOwn: props.seat.number === props.league.ownSeat, onStep: setStep }
  if (step === 'awards') return <AwardStep {...props} />
  if (step === 'rename') return <Rename {...all} />
  if (step === 'remove') return <Remove {...all} />
  if (step === 'passOn') return <PassOn {...all} />
  return <Menu {...all} />
}

function Menu({ seat, code, league, open, onClose, isOwn, onStep }: StepProps) {
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={seat.teamName}
      lead={`Seat ${seat.number}`}
      kind="dialog"
      footer={
        <button type="button" className={buttonLook()} onClick={onClose}>
          Close
        </button>
      }
    >
      <ul className={styles['actions']}>
        {isOwn ? (
          <li>
            <Link className={buttonLook('quiet', 'full')} to={toMakePath(code, league)} onClick={onClose}>
              <Repeat2 className={iconLook} aria-hidden="true" />
              {seat.card === null ? 'Make your card' : 'Redo card'}
            </Link>
          </li>
        ) : null}
        {league.role === 'commissioner' ? (
          <MenuItem icon={<Trophy className={iconLook} aria-hidden="true" />} onPress={() => onStep('awards')}>
            Awards
          </MenuItem>
        ) : null}
        {seat.card !== null && seat.awards.length > 0 ? (
          <li>
            <a className={buttonLook('quiet', 'full')} href={awardedCardPath(code, seat.number)} download>
              <Download className={iconLook} aria-hidden="true" />
              Download with awards
            </a>
          </li>
        ) : null}
        {league.role === 'commissioner' && seat.isHeld ? <CopySeatLink code={code} seat={seat} /> : null}
        <MenuItem icon={<Pencil className={iconLook} aria-hidden="true" />} onPress={() => onStep('rename')}>
          Rename
        </MenuItem>
        {league.role === 'commissioner' && !seat.isCommissioner && !seat.isHeld ? (
          <MenuItem icon={<Crown className={iconLook} aria-hidden="true" />} onPress={() => onStep('passOn')}>
            Make commissioner
          </MenuItem>
        ) : null}
        <MenuItem
          icon={
            isOwn ? (
              <LogOut className={iconLook} aria-hidden="true" />
            ) : (
              <Trash2 className={iconLook} aria-hidden="true" />
            )
          }
          onPress={() => onStep('remove')}
        >
          {isOwn ? (league.role === 'commissioner' ? 'Give up your seat' : 'Leave the league') : 'Remove from league'}
        </MenuItem>
      </ul>
    </Sheet>
  )
}

/** Copies the personal link that lets someone claim the seat that the commissioner filled for them. */
function CopySeatLink({ code, seat }: Pick<StepProps, 'code' | 'seat'>) {
  const { origin } = usePlatform()
  const { getSeatKey } = useLeagueCalls(code)
  const { confirmed, copy } = useCopy<'link'>()
  const getLink = async () => origin + leaguePath(code, (await getSeatKey.mutateAsync(seat.number)).key)
  return (
    <MenuItem icon={<Link2 className={iconLook} aria-hidden="true" />} onPress={() => void copy('link', getLink())}>
      {confirmed === null ? 'Copy the link to this seat' : 'Link copied'}
    </MenuItem>
  )
}

type MenuItemProps = { icon: ReactNode; onPress: () => void; children: ReactNode }

const MenuItem = ({ icon, onPress, children }: MenuItemProps) => (
  <li>
    <button type="button" className={buttonLook('quiet', 'full')} onClick={onPress}>
      {icon}
      {children}
    </button>
  </li>
)

function Rename({ seat, code, open, onClose }: StepProps) {
  const formId = useId()
  const { renameSeat } = useLeagueCalls(code)
  const [teamName, setTeamName] = useState(seat.teamName)
  const { error } = renameSeat

  const saveOnce = useSingleFlight(async () => {
    try {
      await renameSeat.mutateAsync({ seat: seat.number, teamName })
    } catch {
      // The field shows the error.
      return
    }
    toast.blank('Team name updated.')
    onClose()
  })

  function save(event: FormEvent) {
    event.preventDefault()
    if (teamName.trim() === seat.teamName) return onClose()
    void saveOnce()
  }

  const faults = error && toFaults(error)
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title="Rename"
      kind="dialog"
      footer={
        <>
          <button type="button" className={buttonLook()} onClick={onClose}>
            {LABELS.cancel}
          </button>
          <button type="submit" form={formId} className={buttonLook('primary')} aria-disabled={renameSeat.isPending}>
            {LABELS.saveChanges}
          </button>
        </>
      }
    >
      <form id={formId} onSubmit={save} noValidate>
        <Field
          label="Team name"
          counter={`${teamName.length} of ${TEAM_NAME_MAX_CHARACTERS}`}
          error={faults ? (faults.fields.teamName ?? faults.form ?? getMessage(error)) : undefined}
        >
          {(control) => (
            <input
              {...control}
              data-first-focus
              dir="auto"
              autoComplete="off"
              value={teamName}
              onChange={(event) => {
                renameSeat.reset()
                setTeamName(typedText(event.target.value, TEAM_NAME_MAX_CHARACTERS))
              }}
            />
          )}
        </Field>
        <p className={styles['note']}>The name on the card stays. Redo the card to change it.</p>
      </form>
    </Sheet>
  )
}

function Remove({ seat, code, league, open, onClose, isOwn }: StepProps) {
  const { removeSeat } = useLeagueCalls(code)
  const name = isOwn ? league.name : seat.teamName
  const { number } = seat
  const hasDuel = league.duels.some(({ challenger, opponent }) => [challenger.seat, opponent.seat].includes(number))
  const losses = [seat.awards.length > 0 && 'awards', seat.votes > 0 && 'votes', hasDuel && 'duels'].filter(
    (loss) => loss !== false,
  )

  const removeOnce = useSingleFlight(async () => {
    try {
      await removeSeat.mutateAsync(seat.number)
    } catch {
      // The sheet shows why.
      return
    }
    toast.blank(isOwn ? `You left seat ${seat.number}.` : `${seat.teamName} was removed.`)
    onClose()
  })

  return (
    <Question
      open={open}
      onClose={onClose}
      title={isOwn ? `Leave ${name}?` : `Remove ${name}?`}
      keep={isOwn ? 'Keep your seat' : 'Keep them'}
      actionLabel={isOwn ? 'Leave' : 'Remove'}
      error={removeSeat.error}
      isPending={removeSeat.isPending}
      onConfirm={() => void removeOnce()}
    >
      <p>
        {isOwn
          ? `This frees seat ${seat.number} and takes your team name off the roster.`
          : `This frees seat ${seat.number} and takes the team name off the roster. They can join again with the link while joining is open.`}
      </p>
      {losses.length > 0 ? (
        <p>
          {isOwn ? 'Your' : 'Their'} {joinWords(losses)} from this season are removed too, for everyone.
        </p>
      ) : null}
      {seat.card === null ? null : (
        <p className={textStyles['mute']}>
          {isOwn ? 'You keep your card, in My cards.' : "This doesn't delete the card. Its maker keeps it."}
        </p>
      )}
    </Question>
  )
}

/** @example joinWords(['awards', 'votes', 'duels']) // 'awards, votes and duels' */
const joinWords = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`

function PassOn({ seat, code, open, onClose }: StepProps) {
  const { passOn } = useLeagueCalls(code)

  const passOnOnce = useSingleFlight(async () => {
    try {
      await passOn.mutateAsync(seat.number)
    } catch {
      // The sheet shows why.
      return
    }
    toast.blank(`${seat.teamName} runs the league now.`)
    onClose()
  })

  return (
    <Question
      open={open}
      onClose={onClose}
      title={`Make ${seat.teamName} commissioner?`}
      keep={LABELS.cancel}
      actionLabel="Pass it on"
      error={passOn.error}
      isPending={passOn.isPending}
      onConfirm={() => void passOnOnce()}
    >
      <p>{seat.teamName} runs the league from now on. You can't rename, remove, lock or delete anymore.</p>
      <p className={textStyles['mute']}>Your commissioner link stops working. Only they can give the role back.</p>
    </Question>
  )
}
