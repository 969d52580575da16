/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon;

import java.util.Locale;
import java.util.TimeZone;

/**
 * Locale and time zone of the process as on another machine; sets back what was there when it is
 * closed. Other tests must not run meanwhile.
 */
public final class MachineDefaults implements AutoCloseable {
    private final Locale locale = Locale.getDefault();
    private final TimeZone zone = TimeZone.getDefault();

    private MachineDefaults() {}

    /**
     * Sets both.
     *
     * @param locale its language tag
     */
    public static MachineDefaults set(String locale, String zone) {
        MachineDefaults before = new MachineDefaults();
        Locale.setDefault(Locale.forLanguageTag(locale));
        TimeZone.setDefault(TimeZone.getTimeZone(zone));
        return before;
    }

    @Override
    public void close() {
        Locale.setDefault(locale);
        TimeZone.setDefault(zone);
    }
}
