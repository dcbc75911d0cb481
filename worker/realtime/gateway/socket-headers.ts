/**
 * Headers by which the Worker describes a new socket to a gateway: JSON of an `Introduction`, its capacity in sockets,
 * the hashed name of the socket's network, and the capacity for one network.
 */
export const INTRODUCTION_HEADER = 'x-introduction'
export const CAPACITY_HEADER = 'x-capacity'
export const NETWORK_HEADER = 'x-network'
export const NETWORK_CAPACITY_HEADER = 'x-network-capacity'
