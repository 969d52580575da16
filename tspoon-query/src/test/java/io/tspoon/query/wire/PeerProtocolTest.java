/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.wire;

import io.tspoon.call.CallKey;
import io.tspoon.query.FailureReason;
import io.tspoon.query.QueryException;
import io.tspoon.query.json.JsonMapping;
import io.tspoon.query.peer.AggregateRequest;
import io.tspoon.query.peer.CallFailure;
import io.tspoon.query.peer.CallOutcomeRequest;
import io.tspoon.query.peer.CallReplies;
import io.tspoon.query.peer.CallRequest;
import io.tspoon.query.peer.Coordinators;
import io.tspoon.query.peer.CoordinatorsRequest;
import io.tspoon.query.peer.DescribeRequest;
import io.tspoon.query.peer.Described;
import io.tspoon.query.peer.DescribedInstance;
import io.tspoon.query.peer.DescribedProcedure;
import io.tspoon.query.peer.Done;
import io.tspoon.query.peer.EntrySchemas;
import io.tspoon.query.peer.FoundCall;
import io.tspoon.query.peer.HottestKey;
import io.tspoon.query.peer.InstanceName;
import io.tspoon.query.peer.KeyGroupLoads;
import io.tspoon.query.peer.OwnerIndexes;
import io.tspoon.query.peer.OwnersRequest;
import io.tspoon.query.peer.PeerRequest;
import io.tspoon.query.peer.PinRequest;
import io.tspoon.query.peer.Pinned;
import io.tspoon.query.peer.PinnedInstance;
import io.tspoon.query.peer.ReadPoint;
import io.tspoon.query.peer.ReadRequest;
import io.tspoon.query.peer.ReadRequest.KeysOfInstance;
import io.tspoon.query.peer.ReadValues;
import io.tspoon.query.peer.ReadValues.KeyValue;
import io.tspoon.query.peer.RoutedCall;
import io.tspoon.query.peer.ScanRequest;
import io.tspoon.query.peer.SettleRequest;
import io.tspoon.query.peer.SettleRequest.Use;
import io.tspoon.query.peer.StateRules;
import io.tspoon.query.peer.StatusRequest;
import io.tspoon.query.peer.Statuses;
import io.tspoon.query.peer.ToldOutcome;
import io.tspoon.query.peer.UnpinRequest;
import io.tspoon.query.request.Aggregate;
import io.tspoon.query.request.EntryPage;
import io.tspoon.query.request.PartialTotals;
import io.tspoon.query.request.Place;
import io.tspoon.query.request.PlacedEntry;
import io.tspoon.query.request.ReadPlan;
import io.tspoon.query.request.Scan;
import io.tspoon.read.AbortCount;
import io.tspoon.read.Backlog;
import io.tspoon.read.ChainStatus;
import io.tspoon.read.CoordinatorStatus;
import io.tspoon.read.KeyGroupLoad;
import io.tspoon.read.RetainedOutcome;
import io.tspoon.transaction.AbortReason;
import io.tspoon.transaction.Outcome;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;
import java.util.Optional;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** The bytes of messages between servers, which those of the version before must understand. */
class PeerProtocolTest {
    private static final ObjectMapper MAPPER = JsonMapping.unbounded().mapper();
    private static final InstanceName FIRST =
            new InstanceName("balance", 1, 9_007_199_254_740_993L);
    private static final String NAME =
            "{'state':'balance','index':1,'incarnation':9007199254740993}";
    private static final PinnedInstance SOURCE = new PinnedInstance("bank", FIRST, -7, 8);
    private static final String SOURCE_FIELDS =
            "'graph':'bank','instance':" + NAME + ",'pin':-7,'snapshot':8,'maxBytes':100";

    @Test
    void descriptions() throws Exception {
        isRequest(new DescribeRequest("bank", DescribeRequest.Size.COUNTED), "{'graph':'bank'}");
        isAnswer(
                new DescribeRequest("bank", DescribeRequest.Size.LEFT_OUT),
                "{'graph':'bank','counts':false}",
                new Described(
                        List.of(
                                new DescribedInstance(
                                        "balance",
                                        1,
                                        new EntrySchemas(json("{'a':1}"), json("{'b':2}"), null),
                                        new StateRules(128, "positive", 50),
                                        DescribedInstance.UNCOUNTED),
                                new DescribedInstance(
                                        "visits",
                                        2,
                                        new EntrySchemas(json("true"), json("{}"), json("3")),
                                        new StateRules(64, "", 60),
                                        4))),
                "{'states':[{'state':'balance','index':1,'maxParallelism':128,"
                        + "'constraint':'positive','retentionMs':50,'keySchema':{'a':1},"
                        + "'valueSchema':{'b':2},'keys':-1},"
                        + "{'state':'visits','index':2,'maxParallelism':64,'constraint':'',"
                        + "'retentionMs':60,'keySchema':true,'valueSchema':{},'initialValue':3,"
                        + "'keys':4}]}");
    }

    @Test
    void procedures() throws Exception {
        isAnswer(
                new DescribeRequest("bank", DescribeRequest.Size.COUNTED),
                new Described(
                        List.of(),
                        List.of(
                                new DescribedProcedure(
                                        "transfer", json("{'a':1}"), json("true"), 3_600_000))),
                "{'states':[],'procedures':[{'name':'transfer','retentionMs':3600000,"
                        + "'request':{'a':1},'answer':true}]}");
        isAnswer(
                new CoordinatorsRequest("bank", List.of(new CallKey("transfer", "shop", "k"))),
                "{'graph':'bank','keys':[{'procedure':'transfer','caller':'shop','key':'k'}]}",
                new Coordinators(4, List.of(1, 3), List.of("transfer"), List.of(2)),
                "{'parallelism':4,'indexes':[1,3],'procedures':['transfer'],'owners':[2]}");
    }

    @Test
    void calls() throws Exception {
        ToldOutcome outcome =
                new ToldOutcome(
                        "k",
                        Outcome.ABORTED,
                        true,
                        false,
                        9_007_199_254_740_993L,
                        9_007_199_254_740_995L,
                        2,
                        List.of(
                                new AbortReason(
                                        AbortReason.Kind.FAILURE, "balance", "a", "r", "d")),
                        List.of(json("{'x':1.50}")));
        String told =
                "{'key':'k','committed':false,'durable':true,'repeated':false,"
                        + "'id':9007199254740993,'timestamp':9007199254740995,'attempts':2,"
                        + "'reasons':[{'kind':'FAILURE','operator':'balance','key':'a','rule':'r',"
                        + "'detail':'d'}],'emitted':[{'x':1.50}]}";
        isAnswer(
                new CallRequest(
                        "bank",
                        5,
                        true,
                        250,
                        List.of(
                                new RoutedCall(
                                        3,
                                        new CallKey("transfer", "shop", "k"),
                                        Long.MIN_VALUE,
                                        Long.MAX_VALUE,
                                        json("{'a':1.0}")))),
                "{'graph':'bank','after':5,'durable':true,'waitMs':250,'calls':[{'coordinator':3,"
                        + "'procedure':'transfer','caller':'shop','key':'k',"
                        + "'digestHigh':-9223372036854775808,'digestLow':9223372036854775807,"
                        + "'request':{'a':1.0}}]}",
                new CallReplies(
                        List.of(
                                outcome,
                                new CallFailure(
                                        FailureReason.INVALID_CALL,
                                        CallFailure.Executed.NO,
                                        "[TSP-4137] m",
                                        List.of(new CallFailure.Problem("/a", "d"))))),
                "{'replies':["
                        + told
                        + ",{'reason':'INVALID_CALL','mayBeExecuted':false,"
                        + "'message':'[TSP-4137] m','problems':[{'pointer':'/a','detail':'d'}]}]}");
        CallOutcomeRequest find =
                new CallOutcomeRequest("bank", 3, new CallKey("transfer", "", "k"));
        String body =
                "{'graph':'bank','coordinator':3,'procedure':'transfer','caller':'','key':'k'}";
        isAnswer(find, body, FoundCall.UNKNOWN, "{'known':false}");
        isAnswer(find, body, FoundCall.UNDER_WAY, "{'known':true}");
        isAnswer(find, body, new FoundCall(true, outcome), "{'known':true,'outcome':" + told + "}");
    }

    /** One whose reason this version does not know may have been executed. */
    @Test
    void newReasonOfACallIsUnknown() throws Exception {
        var codec = PeerProtocol.of(new CallRequest("bank", 0, false, 1, List.of()));
        assertThat(codec.readAnswer(json("{'replies':[{'reason':'NEW','message':'m'}]}")))
                .isEqualTo(
                        new CallReplies(List.of(CallFailure.unknown(FailureReason.INTERNAL, "m"))));
    }

    @Test
    void figures() throws Exception {
        isAnswer(
                new StatusRequest("bank"),
                "{'graph':'bank'}",
                new Statuses(
                        List.of(
                                new Statuses.Coordinator(
                                        1,
                                        new CoordinatorStatus(
                                                2,
                                                3,
                                                4,
                                                5,
                                                6.5,
                                                7.5,
                                                8,
                                                new Backlog(new Backlog.Batches(9, 10), 12),
                                                "balance 3",
                                                List.of(
                                                        new AbortCount(
                                                                AbortReason.Kind.BOUND,
                                                                "balance",
                                                                "rows",
                                                                11)),
                                                List.of(
                                                        new RetainedOutcome(
                                                                "e",
                                                                "k",
                                                                12,
                                                                13,
                                                                Outcome.COMMITTED,
                                                                14,
                                                                List.of())))),
                                new Statuses.Coordinator(
                                        9,
                                        new CoordinatorStatus(
                                                0,
                                                0,
                                                0,
                                                0,
                                                Double.NaN,
                                                Double.NaN,
                                                0,
                                                Backlog.NONE,
                                                "",
                                                List.of(),
                                                List.of()))),
                        List.of(new ChainStatus(21, 22, 23, 24, 25, 26)),
                        List.of(new HottestKey("balance", 2, json("[1,'a']"), 0.25)),
                        List.of(
                                new KeyGroupLoads(
                                        "balance", 2, 4, List.of(new KeyGroupLoad(70, 2.5)), 0.5))),
                "{'coordinators':[{'index':1,'committed':2,'aborted':3,'retries':4,'inFlight':5,'latencyP50Ns':6.5,'latencyP99Ns':7.5,'stableLagMs':8,'horizonHolder':'balance"
                    + " 3','batches':{'pending':9,'oldestMs':10},'triggersWaiting':12,'causes':[{'kind':'BOUND','operator':'balance','rule':'rows','transactions':11}],"
                    + "'last':[{'entrance':'e','key':'k','id':12,'timestamp':13,'committed':true,'attempts':14,'reasons':[]}]"
                    + "},{'index':9,'committed':0,'aborted':0,'retries':0,'inFlight':0,"
                    + "'latencyP50Ns':'NaN','latencyP99Ns':'NaN','stableLagMs':0,'horizonHolder':'','causes':[],'last':[]}],"
                    + "'chains':[{'firstRuns':21,'repeatedRuns':22,'objections':23,"
                    + "'withdrawals':24,'speculative':25,'depth':26}],"
                    + "'hottestKeys':[{'state':'balance','index':2,'share':0.25,'key':[1,'a']}],"
                    + "'keyGroups':[{'state':'balance','index':2,'parallelism':4,'othersPerS':0.5,"
                    + "'hottest':[{'group':70,'accessesPerS':2.5}]}]}");
    }

    @Test
    void owners() throws Exception {
        isAnswer(
                new OwnersRequest("bank", "balance", List.of(json("'a'"), json("[1,2]"))),
                "{'graph':'bank','state':'balance','keys':['a',[1,2]]}",
                new OwnerIndexes(List.of(3, 0)),
                "{'owners':[3,0]}");
    }

    @Test
    void pins() throws Exception {
        String pin = "'graph':'bank','pin':-7,'instances':[" + NAME + "]";
        isAnswer(
                new PinRequest("bank", -7, 30, List.of(FIRST)),
                "{" + pin + ",'leaseMs':30}",
                new Pinned(8),
                "{'timestamp':8}");
        String settle = "{" + pin + ",'leaseMs':30,'snapshot':8";
        isAnswer(
                new SettleRequest("bank", -7, 8, 30, Use.READING, List.of(FIRST)),
                settle + "}",
                new Done(),
                "{}");
        isRequest(
                new SettleRequest("bank", -7, 8, 30, Use.NEXT_PAGE, List.of(FIRST)),
                settle + ",'keep':true}");
        isRequest(
                new SettleRequest("bank", -7, 8, 30, Use.LAST_PAGE, List.of(FIRST)),
                settle + ",'keep':true,'last':true}");
        isAnswer(new UnpinRequest("bank", -7, List.of(FIRST)), "{" + pin + "}", new Done(), "{}");
    }

    @Test
    void reads() throws Exception {
        List<KeysOfInstance> keys =
                List.of(new KeysOfInstance(FIRST, List.of(json("'a'"), json("2"))));
        String rest =
                "'graph':'bank','reads':[{'instance':" + NAME + ",'keys':['a',2]}],'maxBytes':100}";
        isRequest(new ReadRequest("bank", ReadPoint.after(5), keys, 100), "{'after':5," + rest);
        ReadRequest exact = new ReadRequest("bank", ReadPoint.at(5), keys, 100);
        isAnswer(
                exact,
                "{'at':5," + rest,
                Optional.of(
                        new ReadValues(
                                List.of(
                                        List.of(
                                                new KeyValue(true, json("7")),
                                                new KeyValue(false, json("null")))),
                                6)),
                "{'results':[{'found':[true,false],'values':[7,null]}],'newest':6}");
        isAnswer(exact, "{'at':5," + rest, Optional.empty(), "{'tooLarge':true}");
        assertThatThrownBy(
                        () ->
                                PeerProtocol.of(exact)
                                        .readAnswer(json("{'results':[{'values':[7]}]}")))
                .isInstanceOf(QueryException.class)
                .hasMessageContaining("another version");
    }

    @Test
    void scans() throws Exception {
        Scan scan = Scan.of(json("{'limit':3,'order':'desc'}"), 10);
        ScanRequest first = new ScanRequest(SOURCE, scan, null, null, 100);
        String fields = "{" + SOURCE_FIELDS + ",'scan':{'limit':3,'order':'desc'}";
        hasBody(first, fields + "}");
        ScanRequest next =
                new ScanRequest(
                        SOURCE, scan, new Place(json("1"), "AQ=="), Place.of(json("9")), 100);
        hasBody(next, fields + ",'after':1,'afterBytes':'AQ==','before':9}");
        ScanRequest read = (ScanRequest) read(next);
        assertThat(read.source()).isEqualTo(SOURCE);
        assertThat(read.scan().json()).isEqualTo(scan.json());
        assertThat(read.after()).isEqualTo(next.after());
        assertThat(read.before()).isEqualTo(next.before());
        assertThat(read.maxBytes()).isEqualTo(100);
        isAnswer(
                first,
                new EntryPage(
                        List.of(
                                new PlacedEntry(Place.of(json("1")), json("'x'")),
                                new PlacedEntry(new Place(json("2"), "Ag=="), json("null"))),
                        true,
                        new Place(json("3"), "Aw=="),
                        json("{'format':'date-time'}"),
                        json("{'format':'duration'}"),
                        new ReadPlan("owner", 7)),
                "{'entries':[{'key':1,'found':true,'value':'x'},"
                        + "{'key':2,'found':true,'value':null,'keyBytes':'Ag=='}],'more':true,"
                        + "'keySchema':{'format':'date-time'},"
                        + "'bySchema':{'format':'duration'},'next':3,'nextBytes':'Aw==',"
                        + "'plan':'index','index':'owner','examined':7}");
        isAnswer(
                first,
                new EntryPage(
                        List.of(),
                        false,
                        null,
                        MissingNode.getInstance(),
                        MissingNode.getInstance(),
                        ReadPlan.scan(3)),
                "{'entries':[],'more':false,'plan':'scan','examined':3}");
        Place ordered = new Place(json("1"), "", json("null"));
        ScanRequest further = new ScanRequest(SOURCE, scan, ordered, null, 100);
        hasBody(further, fields + ",'after':1,'afterBy':null}");
        assertThat(((ScanRequest) read(further)).after()).isEqualTo(ordered);
    }

    @Test
    void totals() throws Exception {
        Aggregate aggregate = Aggregate.of(json("{'compute':{'n':{'count':true}}}"));
        AggregateRequest request = new AggregateRequest(SOURCE, aggregate, 100);
        hasBody(request, "{" + SOURCE_FIELDS + ",'aggregate':{'compute':{'n':{'count':true}}}}");
        AggregateRequest read = (AggregateRequest) read(request);
        assertThat(read.source()).isEqualTo(SOURCE);
        assertThat(read.aggregate().json()).isEqualTo(aggregate.json());
        assertThat(read.maxBytes()).isEqualTo(100);
        isAnswer(
                request,
                Optional.of(
                        new PartialTotals(
                                Map.of("n", json("4")),
                                Map.of("n", json("{'type':'string'}")),
                                ReadPlan.scan(5))),
                "{'totals':{'n':4},'schemas':{'n':{'type':'string'}},"
                        + "'plan':'scan','examined':5}");
        isAnswer(request, Optional.empty(), "{'tooLarge':true}");
    }

    @Test
    void whatIsAbsentIsNothing() throws Exception {
        for (String path :
                List.of(
                        "describe",
                        "status",
                        "coordinators",
                        "call",
                        "call-outcome",
                        "owners",
                        "pin",
                        "settle",
                        "unpin",
                        "read")) {
            assertThat(PeerProtocol.ofPath(path).read(json("{}")).graph()).isEmpty();
        }
        assertThatThrownBy(() -> PeerProtocol.ofPath("no"))
                .isInstanceOfSatisfying(
                        QueryException.class,
                        e -> assertThat(e.reason()).isEqualTo(FailureReason.UNKNOWN_PATH));
    }

    @Test
    void theSenderSaysHowLongItWaits() throws Exception {
        StatusRequest request = new StatusRequest("bank");
        JsonNode body = sent(PeerProtocol.body(PeerProtocol.of(request).write(request), 250));
        assertThat(body).isEqualTo(json("{'graph':'bank','timeoutMs':250}"));
        assertThat(PeerProtocol.timeoutMs(body, 5)).isEqualTo(250);
        assertThat(PeerProtocol.timeoutMs(json("{}"), 5)).isEqualTo(5);
        assertThat(PeerProtocol.timeoutMs(json("{'timeoutMs':-1}"), 5)).isEqualTo(1);
    }

    private static <A> void isAnswer(PeerRequest<A> request, String body, A answer, String json)
            throws Exception {
        isRequest(request, body);
        isAnswer(request, answer, json);
    }

    private static <A> void isAnswer(PeerRequest<A> request, A answer, String json)
            throws Exception {
        MessageCodec<PeerRequest<A>, A> codec = PeerProtocol.of(request);
        JsonNode written = sent(codec.writeAnswer(answer));
        assertThat(written).isEqualTo(json(json));
        assertThat(codec.readAnswer(written)).isEqualTo(answer);
    }

    private static void isRequest(PeerRequest<?> request, String body) throws Exception {
        hasBody(request, body);
        assertThat(read(request)).isEqualTo(request);
    }

    private static <A> void hasBody(PeerRequest<A> request, String body) throws Exception {
        MessageCodec<PeerRequest<A>, A> codec = PeerProtocol.of(request);
        assertThat(PeerProtocol.ofPath(codec.path())).isSameAs(codec);
        assertThat(sent(codec.write(request))).isEqualTo(json(body));
    }

    private static <A> PeerRequest<A> read(PeerRequest<A> request) throws Exception {
        MessageCodec<PeerRequest<A>, A> codec = PeerProtocol.of(request);
        return codec.read(sent(codec.write(request)));
    }

    private static JsonNode sent(JsonNode json) throws Exception {
        return MAPPER.readTree(MAPPER.writeValueAsBytes(json));
    }

    private static JsonNode json(String text) throws Exception {
        return MAPPER.readTree(text.replace('\'', '"'));
    }
}
