/** The CSRF token, for every form of an admin's session. */
export const FormToken = ({ value }: { value: string }) => <input type="hidden" name="form" value={value} />
