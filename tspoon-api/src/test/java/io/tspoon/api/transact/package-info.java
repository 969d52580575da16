/* SPDX-License-Identifier: Apache-2.0 */
/** Functions that get the values of several keys. */
package io.tspoon.api.transact;
