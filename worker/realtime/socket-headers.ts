/** How the Worker tells a gateway about the socket it brings: JSON of an `Introduction`, and how many it may hold. */
export const INTRODUCTION_HEADER = 'x-introduction'
export const CAPACITY_HEADER = 'x-capacity'
