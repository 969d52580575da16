/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The tests of an order service, as its owner writes them with the kit: no helpers of their own.
 */
package io.tspoon.testkit.shop;
