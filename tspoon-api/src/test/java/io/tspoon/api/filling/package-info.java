/* SPDX-License-Identifier: Apache-2.0 */
/** States that are filled before the first transaction, or as keys are first read. */
package io.tspoon.api.filling;
