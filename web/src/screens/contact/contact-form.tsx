import { Check } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { CONTACT_FIELD_MAX_CHARACTERS } from '#shared/domain/limits.ts'
import { LABELS } from '#shared/domain/messages.ts'
import { classes } from '#web/ui/classes.ts'
import {
  OnlyFirst,
  SlotEither,
  SlotList,
  SlotSection,
  SlotText,
  useSlot,
  useSlotAttribute,
  useUsable,
} from '#web/lib/slots.tsx'
import { buttonLook, linkLook } from '#web/ui/button.ts'
import fieldStyles from '#web/ui/field.module.css'
import { Field } from '#web/ui/field.tsx'
import { iconLook } from '#web/ui/icon.ts'
import { Link } from '#web/ui/link.tsx'
import textStyles from '#web/ui/text.module.css'
import { TOPICS } from './topics.ts'
import { CONTACT_PATH, useContactForm } from './use-contact-form.ts'
import styles from './contact-form.module.css'

export function ContactForm() {
  const { form, topic, setTopic, message, write, errorOf, failure, length, ...rest } = useContactForm()
  const { isSending, secondsLeft, sent, submit } = rest
  const usable = useUsable()
  const formKey = useSlot('formKey', '')
  const shown = {
    name: useSlot('contactName', message.name),
    email: useSlot('contactEmail', message.email),
    message: useSlot('contactMessage', message.message),
    length: useSlot('contactLength', String(length)),
  }

  return (
    <>
      {sent.times > 0 ? <Sent key={sent.times} reference={sent.reference} /> : null}
      <OnlyFirst>
        <SlotSection slot="sent">
          <Sent reference="" />
        </SlotSection>
      </OnlyFirst>
      <form method="post" action={CONTACT_PATH} onSubmit={submit} noValidate ref={form}>
        <OnlyFirst>
          <input type="hidden" name="key" value={formKey} {...usable} />
        </OnlyFirst>
        <div>
          <Field label="Topic">
            {(props) => (
              <select
                {...props}
                {...usable}
                name="topic"
                value={topic.id}
                onChange={(event) => setTopic(event.target.value)}
              >
                <SlotList slot="topics" items={TOPICS}>
                  {({ id, label }) => <TopicOption key={id} id={id} label={label} />}
                </SlotList>
              </select>
            )}
          </Field>
          <output className={classes(textStyles['small'], textStyles['mute'], styles['hint'])}>{topic.hint}</output>
        </div>
        <SlotEither fine="nameFine" fault="nameFault" error={errorOf('name')}>
          {(error) => (
            <Field label="Name" error={error}>
              {(props) => (
                <input
                  {...props}
                  {...usable}
                  name="name"
                  autoComplete="name"
                  value={shown.name}
                  onChange={(event) => write({ name: event.target.value })}
                />
              )}
            </Field>
          )}
        </SlotEither>
        <SlotEither fine="emailFine" fault="emailFault" error={errorOf('email')}>
          {(error) => (
            <Field label="Email" error={error}>
              {(props) => (
                <input
                  {...props}
                  {...usable}
                  name="email"
                  type="email"
                  autoComplete="email"
                  value={shown.email}
                  onChange={(event) => write({ email: event.target.value })}
                />
              )}
            </Field>
          )}
        </SlotEither>
        <SlotEither fine="messageFine" fault="messageFault" error={errorOf('message')}>
          {(error) => (
            <Field label="Message" error={error} counter={`${shown.length} of ${CONTACT_FIELD_MAX_CHARACTERS.message}`}>
              {(props) => (
                <textarea
                  {...props}
                  {...usable}
                  name="message"
                  rows={6}
                  value={shown.message}
                  onChange={(event) => write({ message: event.target.value })}
                />
              )}
            </Field>
          )}
        </SlotEither>
        <Honeypot value={message.website} onChange={(website) => write({ website })} />
        <div>
          <button
            type="submit"
            {...usable}
            className={
              isSending || secondsLeft > 0 ? buttonLook('primary', 'full', 'busy') : buttonLook('primary', 'full')
            }
            aria-disabled={isSending || secondsLeft > 0}
          >
            {wordsOn(isSending, secondsLeft)}
          </button>
          <p className={fieldStyles['error']} role="alert">
            <SlotText slot="contactFailure">{failure}</SlotText>
          </p>
        </div>
      </form>
    </>
  )
}

const TopicOption = ({ id, label }: { id: string; label: string }) => (
  <option value={useSlot('topicId', id)} {...useSlotAttribute('selected', 'chosen', 'none')}>
    {useSlot('topicLabel', label)}
  </option>
)

function wordsOn(isSending: boolean, secondsLeft: number): string {
  if (isSending) return LABELS.sending
  return secondsLeft > 0 ? `Send again in ${secondsLeft} s` : LABELS.sendMessage
}

/** Honeypot: people never meet this field, by eye, by key or by screen reader, and password managers leave it alone. */
const Honeypot = ({ value, onChange }: { value: string; onChange: (value: string) => void }) => (
  <div className={styles['honeypot']} aria-hidden="true">
    <label>
      Website
      <input
        name="website"
        type="text"
        {...useUsable()}
        tabIndex={-1}
        autoComplete="off"
        data-1p-ignore=""
        data-lpignore="true"
        data-bwignore="true"
        data-form-type="other"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  </div>
)

/** What a message's sender reads next. It takes the focus from the button, which cannot be pressed for a while. */
function Sent({ reference }: { reference: string | null }) {
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => panel.current?.focus(), [])
  return (
    <div className={styles['sent']} tabIndex={-1} ref={panel}>
      <h2 className={textStyles['heading']}>
        <Check className={iconLook} aria-hidden="true" />
        Message sent
      </h2>
      <p>We answer at the address you gave.</p>
      {reference === null ? null : (
        <SlotSection slot="referenced">
          <p>
            Reference{' '}
            <b>
              <SlotText slot="contactReference">{reference}</SlotText>
            </b>
            : name it when you write about this again.
          </p>
        </SlotSection>
      )}
      <Link className={linkLook} to="/hall-of-fame">
        See the Hall of Fame
      </Link>
    </div>
  )
}
