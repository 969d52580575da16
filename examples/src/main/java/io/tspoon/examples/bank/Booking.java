/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.bank;

import com.fasterxml.jackson.annotation.JsonIgnore;

/**
 * What a committed order did to one account. A caller gets the bookings of its transfer.
 *
 * @param balance the new balance in minor units
 * @param receivedAtMicros arrival time of the order, which is no business of callers; 0 for a
 *     transfer that was called
 */
public record Booking(Account account, long balance, @JsonIgnore long receivedAtMicros) {}
