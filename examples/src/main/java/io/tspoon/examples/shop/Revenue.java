/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.shop;

/**
 * What a merchant has earned in a minute. Jackson writes it as JSON.
 *
 * @param minute beginning of the minute, in milliseconds since 1970
 * @param cents earned, without the fees; refunds of this minute are subtracted
 */
public record Revenue(String merchant, long minute, long cents) {}
