/** A field that people never meet, by eye, by key or by screen reader; whoever fills it is a machine. */
export const Honeypot = ({ value, onChange }: { value: string; onChange: (value: string) => void }) => (
  <div className="honeypot" aria-hidden="true">
    <label>
      Website
      <input
        name="website"
        type="text"
        tabIndex={-1}
        autoComplete="off"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  </div>
)
