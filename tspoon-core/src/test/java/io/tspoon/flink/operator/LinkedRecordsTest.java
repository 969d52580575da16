/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.flink.operator;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.lang.reflect.Constructor;
import java.time.Duration;

import static org.assertj.core.api.Assertions.assertThat;

class LinkedRecordsTest {
    private static final Duration PATIENCE = Duration.ofSeconds(180);
    private static final int ROUND_MS = 100;

    /** A record of a job; the class of its component is the job's, too. */
    record Node(Node next) {}

    @Test
    void recordsOfAnEndedJobAreForgotten() throws Exception {
        ReferenceQueue<ClassLoader> released = new ReferenceQueue<>();
        Reference<ClassLoader> job = useRecord(released);

        LinkedRecords.forget();

        assertThat(awaitRelease(released)).isSameAs(job);
    }

    private static Reference<ClassLoader> useRecord(ReferenceQueue<ClassLoader> released)
            throws Exception {
        ClassLoader job = new JobLoader();
        Constructor<?> constructor =
                Class.forName(Node.class.getName(), true, job).getDeclaredConstructors()[0];
        constructor.setAccessible(true);
        Object first = constructor.newInstance((Object) null);
        Object second = constructor.newInstance((Object) null);
        assertThat(first)
                .isNotInstanceOf(Node.class)
                .isEqualTo(second)
                .hasSameHashCodeAs(second)
                .hasToString("Node[next=null]");
        return new WeakReference<>(job, released);
    }

    private static Reference<? extends ClassLoader> awaitRelease(
            ReferenceQueue<ClassLoader> released) throws InterruptedException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        Reference<? extends ClassLoader> found = null;
        while (found == null && System.nanoTime() - deadline < 0) {
            System.gc();
            found = released.remove(ROUND_MS);
        }
        return found;
    }

    /** Loads the record and the class around it anew. */
    private static final class JobLoader extends ClassLoader {
        JobLoader() {
            super(LinkedRecordsTest.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith(LinkedRecordsTest.class.getName())) {
                return super.loadClass(name, resolve);
            }
            synchronized (getClassLoadingLock(name)) {
                Class<?> loaded = findLoadedClass(name);
                return loaded == null ? define(name) : loaded;
            }
        }

        private Class<?> define(String name) throws ClassNotFoundException {
            String file = name.replace('.', '/') + ".class";
            try (InputStream bytes = getParent().getResourceAsStream(file)) {
                byte[] code = bytes.readAllBytes();
                return defineClass(name, code, 0, code.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }
}
