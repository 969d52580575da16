/* SPDX-License-Identifier: Apache-2.0 */
/** Tests of the test kit. */
package io.tspoon.testkit;
