/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state.chain;

import io.tspoon.protocol.deterministic.Announcements;
import io.tspoon.runtime.transport.ChainNews;
import io.tspoon.runtime.transport.Outputs;
import io.tspoon.runtime.transport.ParticipantToClose;

/**
 * Puts what a participant announces into the blocks for close operators: to the one of the
 * transaction what is final, and to all of them who objects.
 */
final class ChainReports<I, K, V, O> implements Announcements<K, V, ChainedAccess<I, K, V, O>> {
    private final ChainRunner<I, K, V, O> runner;
    private final Outputs<?, ParticipantToClose> outputs;

    ChainReports(ChainRunner<I, K, V, O> runner, Outputs<?, ParticipantToClose> outputs) {
        this.runner = runner;
        this.outputs = outputs;
    }

    @Override
    public void certain(long id, int coordinator, ChainedAccess<I, K, V, O> access, boolean fails)
            throws Exception {
        runner.report(id, coordinator, access);
    }

    @Override
    public void settled(long id, int coordinator, ChainedAccess<I, K, V, O> access, boolean aborted)
            throws Exception {
        if (aborted && access.reason() == null) {
            runner.reportVoid(id, coordinator, access);
        } else {
            runner.report(id, coordinator, access);
        }
    }

    @Override
    public void objects(long id, int coordinator, int slot, int instances) {
        tellAll(ChainNews.OBJECTION, slot, id, instances);
    }

    @Override
    public void withdraws(long id) {
        tellAll(ChainNews.WITHDRAWAL, 0, id, 0);
    }

    @Override
    public void applied(long id, boolean abort) {
        tellAll(abort ? ChainNews.APPLIED_ABORT : ChainNews.APPLIED_COMMIT, 0, id, 0);
    }

    private void tellAll(ChainNews news, int slot, long id, int instances) {
        for (int i = 0; i < outputs.parallelism(); i++) {
            outputs.toClose(i).fragments().appendNews(news, slot, id, instances);
        }
    }
}
