/**
 * Headers that describe a new socket to a gateway: the `Introduction` as JSON, the gateway's capacity, the socket's
 * hashed network, and the capacity per network.
 */
export const INTRODUCTION_HEADER = 'x-introduction'
export const CAPACITY_HEADER = 'x-capacity'
export const NETWORK_HEADER = 'x-network'
export const NETWORK_CAPACITY_HEADER = 'x-network-capacity'
