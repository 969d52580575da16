/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.server;

import io.netty.util.ResourceLeakDetector;

/**
 * What Netty does differently here than by default, unless system properties of the process say
 * otherwise. The names of the properties begin with Netty's package, so in the shipped jar they are
 * those of tspoon's own copy.
 */
final class NettyDefaults {
    private static final String LEAK_DETECTION = "io.netty.leakDetection.level";
    private static final String FLIGHT_RECORDER = "io.netty.jfr.enabled";

    private NettyDefaults() {}

    /**
     * Applies the defaults; must come before anything else of Netty, which reads its properties
     * when its classes are initialized.
     */
    static void apply() {
        // The flight recorder of the process would keep a listener of Netty's buffers for ever, and
        // with it the class loader of the job.
        setIfAbsent(FLIGHT_RECORDER, "false");
        if (System.getProperty(LEAK_DETECTION) == null) {
            // It would take a stack trace for every hundredth request.
            ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.DISABLED);
        }
    }

    private static void setIfAbsent(String property, String value) {
        if (System.getProperty(property) == null) {
            System.setProperty(property, value);
        }
    }
}
