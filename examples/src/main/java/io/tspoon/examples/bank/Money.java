/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.bank;

import java.math.BigDecimal;
import java.util.regex.Pattern;

/**
 * Exact amounts of money: minor units (cents) in a long, never floating point.
 *
 * <p>An amount has at most {@value #MAX_DIGITS} digits before the point, so that sums stay far
 * below the limit of a long.
 */
final class Money {
    static final int MAX_DIGITS = 12;
    static final int DECIMALS = 2;

    /** The largest amount. */
    static final long MAX = 99_999_999_999_999L;

    private static final int UNIT = 100;
    private static final int MAX_LENGTH = 40;
    private static final Pattern AMOUNT = Pattern.compile("-?(\\d+(\\.\\d+)?|\\.\\d+)");

    private Money() {}

    /**
     * Parses an amount such as {@code 245.20}, {@code 245} or {@code .20}.
     *
     * @return minor units
     * @throws NumberFormatException if the text is not an amount, or is too large; the message says
     *     why
     */
    static long parse(String text) {
        if (text.length() > MAX_LENGTH) {
            throw new NumberFormatException("amount is longer than 40 characters");
        }
        if (!AMOUNT.matcher(text).matches()) {
            throw new NumberFormatException("amount is not a number such as 245.20: " + text);
        }
        return of(new BigDecimal(text));
    }

    /** As {@link #parse}, for a number that has already been parsed. */
    static long of(BigDecimal amount) {
        if (amount.signum() == 0) {
            return 0;
        }
        if ((long) amount.precision() - amount.scale() > MAX_DIGITS) {
            throw new NumberFormatException(
                    "amount has more than " + MAX_DIGITS + " digits before the point: " + amount);
        }
        BigDecimal shortest = amount.stripTrailingZeros();
        if (shortest.scale() > DECIMALS) {
            throw new NumberFormatException("amount has more than 2 decimals: " + amount);
        }
        return shortest.movePointRight(DECIMALS).longValueExact();
    }

    /** Formats an amount with two decimals, so that {@link #parse} can read it. */
    static String format(long minorUnits) {
        String sign = minorUnits < 0 ? "-" : "";
        long major = Math.abs(minorUnits / UNIT);
        long minor = Math.abs(minorUnits % UNIT);
        return sign + major + (minor < 10 ? ".0" : ".") + minor;
    }
}
