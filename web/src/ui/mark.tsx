/** The product's logo mark: a chamfered card with laces. */
export function Mark() {
  return (
    <svg viewBox="0 0 40 56" aria-hidden="true">
      <path d="M3 0H30L40 10V53A3 3 0 0 1 37 56H10L0 46V3A3 3 0 0 1 3 0Z" fill="#ffd02e" />
      <path
        d="M20 11V45M13 17H27M12 24H28M12 31H28M13 38H27"
        fill="none"
        stroke="#14120a"
        strokeWidth="3.6"
        strokeLinecap="round"
      />
    </svg>
  )
}
