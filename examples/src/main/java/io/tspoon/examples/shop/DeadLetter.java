/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.shop;

import java.util.List;

/**
 * A message that changed nothing. Jackson writes it as JSON.
 *
 * @param id id of the command; place of the message if it is malformed
 * @param reasons at least one
 * @param message the whole message, to be repaired and sent again
 */
public record DeadLetter(String id, List<String> reasons, String message) {}
