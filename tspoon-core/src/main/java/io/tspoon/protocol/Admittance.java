/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol;

/** A participant's immediate answer to an access. */
public enum Admittance {
    /** The access may read and write now. */
    GRANTED,
    /** The access waits in the key's queue; {@link Participant#nextWoken} gives it later. */
    WAITING,
    /** A conflicting access with a higher timestamp came first: vote {@link Vote#RETRY}. */
    REFUSED
}
