/* SPDX-License-Identifier: Apache-2.0 */
/** Transactions that others trigger. */
package io.tspoon.api.triggers;
