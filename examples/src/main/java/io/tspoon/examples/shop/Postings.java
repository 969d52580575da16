/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.shop;

import io.tspoon.examples.books.BookKey;
import io.tspoon.examples.books.Posting;
import io.tspoon.transaction.LeafElement;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.api.common.functions.FlatMapFunction;
import org.apache.flink.util.Collector;

import java.util.HashMap;
import java.util.Map;

/** Lists what each command moved, by its own numbers and by the updates of the t-graph. */
final class Postings implements FlatMapFunction<TransactionResult<LeafElement<Record>>, Posting> {
    private static final long serialVersionUID = 1L;

    /** The book of the stock; each kind of account has one of its own. */
    static final String PIECES = "pieces";

    @Override
    public void flatMap(TransactionResult<LeafElement<Record>> result, Collector<Posting> out) {
        Map<Place, Long> pieces = new HashMap<>();
        for (Record moved : LeafElement.in(result, ShopGraph.MOVED)) {
            Pick pick = (Pick) moved;
            pieces.merge(pick.place(), (long) -pick.quantity(), Long::sum);
        }
        Map<Account, Long> cents = new HashMap<>();
        for (Record paid : LeafElement.in(result, ShopGraph.PAID)) {
            Payment payment = (Payment) paid;
            cents.merge(payment.account(), -payment.cents(), Long::sum);
        }
        Posting.post(
                result,
                ShopGraph.STOCK,
                place -> new BookKey(PIECES, place.warehouse(), place.item()),
                0,
                pieces,
                out);
        Posting.post(
                result,
                ShopGraph.BALANCES,
                account -> new BookKey(account.kind(), account.owner(), ""),
                0,
                cents,
                out);
    }
}
