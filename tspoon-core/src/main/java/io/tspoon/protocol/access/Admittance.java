/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.access;

import io.tspoon.protocol.Vote;

import org.apache.flink.annotation.Internal;

/** A participant's immediate answer to an access. */
@Internal
public enum Admittance {
    /** The access may read and write now. */
    GRANTED,
    /** The access waits in the key's queue; {@link Participant#nextWoken} gives it later. */
    WAITING,
    /** A conflicting access with a higher timestamp came first: vote {@link Vote#RETRY}. */
    REFUSED
}
