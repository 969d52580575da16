/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.bound;

import io.tspoon.query.FailureReason;
import io.tspoon.query.QueryException;
import io.tspoon.read.ReadException;

import org.junit.jupiter.api.Test;

import java.util.concurrent.CompletionException;

import static org.assertj.core.api.Assertions.assertThat;

class FailuresTest {
    /** Its cause is for the log of the server, not for the sender. */
    @Test
    void whatNobodyExpectedIsInternal() {
        RuntimeException fault = new IllegalArgumentException("secret");

        QueryException failure = Failures.of(new CompletionException(fault));

        assertThat(failure.reason()).isEqualTo(FailureReason.INTERNAL);
        assertThat(failure).hasCause(fault).hasMessageNotContaining("secret");
    }

    @Test
    void tooManyKeysNameTheOption() {
        QueryException failure =
                Failures.of(new ReadException(ReadException.Reason.TOO_LARGE, "more than 7"));

        assertThat(failure.reason()).isEqualTo(FailureReason.RESULT_TOO_LARGE);
        assertThat(failure).hasMessage("more than 7 (tspoon.query.max-scanned-keys)");
    }
}
