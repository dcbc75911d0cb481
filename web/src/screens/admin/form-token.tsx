/** The CSRF token that every form of an admin's session carries. */
export const FormToken = ({ value }: { value: string }) => <input type="hidden" name="form" value={value} />
