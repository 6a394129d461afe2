package dev.mayfly.test.couchbase;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.couchbase.client.java.codec.RawBinaryTranscoder;
import com.couchbase.client.java.json.JsonObject;
import com.couchbase.client.java.kv.LookupInSpec;
import com.couchbase.client.java.kv.MutateInOptions;
import com.couchbase.client.java.kv.MutateInSpec;
import com.couchbase.client.java.kv.StoreSemantics;
import com.couchbase.client.java.kv.UpsertOptions;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which documents a replication with an expression sends. */
final class ReplicationFilterIT {
    private ReplicationPair pair;

    @BeforeEach
    void start() throws Exception {
        pair = ReplicationPair.start().connected();
    }

    @AfterEach
    void stop() {
        pair.close();
    }

    private void put(String key, JsonObject document) {
        pair.here().upsert(key, document);
    }

    private void putBinary(String key) {
        pair.here()
                .upsert(key, new byte[] {1, 2}, UpsertOptions.upsertOptions().transcoder(RawBinaryTranscoder.INSTANCE));
    }

    private void putWithXattr(String key, String name, Object value) {
        pair.here()
                .mutateIn(
                        key,
                        List.of(MutateInSpec.upsert(name, value).xattr().createPath(), MutateInSpec.upsert("n", 1)),
                        MutateInOptions.mutateInOptions().storeSemantics(StoreSemantics.UPSERT));
    }

    @Test
    void onlyKeysThatFulfilTheExpressionAreSent() throws Exception {
        String id = pair.replicate("filterExpression", "REGEXP_CONTAINS(META().id, '^a(?!b)')");
        pair.here().upsert("b", 1);
        pair.here().upsert("ab", 1);
        pair.here().upsert("ac", 1);
        pair.awaitTold("mutation", "ac");
        pair.awaitCaughtUp(id);
        pair.assertSilence();
        assertEquals(2, pair.statistic(id, "set_filtered"));
        assertEquals(2, pair.statistic(id, "docs_filtered"));
    }

    @Test
    void fieldsAreComparedAndDeletionsPass() throws Exception {
        String id = pair.replicate(
                "filterExpression",
                "country = 'France' AND (geo.alt >= 100 OR EXISTS(geo.top)) AND NOT schedule[0] = 2");
        put("no", JsonObject.create().put("country", "Spain"));
        put(
                "low",
                JsonObject.create()
                        .put("country", "France")
                        .put("geo", JsonObject.create().put("alt", 99)));
        put(
                "high",
                JsonObject.create()
                        .put("country", "France")
                        .put("geo", JsonObject.create().put("alt", 100)));
        pair.awaitTold("mutation", "high");
        // The end of a document is sent whatever it was, for nothing of it is left that could be asked.
        pair.here().remove("no");
        pair.awaitTold("deletion", "no");
        pair.awaitCaughtUp(id);
        assertFalse(pair.there().exists("low").exists());
    }

    @Test
    void attributesAreLookedAt() throws Exception {
        pair.replicate("filterExpression", "META().xattrs.color = \"blue\"");
        putWithXattr("red", "color", "red");
        put("none", JsonObject.create());
        putWithXattr("blue", "color", "blue");
        pair.awaitTold("mutation", "blue");
        pair.assertSilence();
    }

    @Test
    void anotherExpressionLooksAtEverythingAgainUnlessItIsToGoOn() throws Exception {
        String id = pair.replicate("filterExpression", "n = 1");
        put("one", JsonObject.create().put("n", 1));
        put("two", JsonObject.create().put("n", 2));
        put("three", JsonObject.create().put("n", 3));
        pair.awaitTold("mutation", "one");
        pair.awaitCaughtUp(id);
        pair.change(id, "filterExpression", "n = 2");
        pair.awaitTold("mutation", "two");
        pair.change(id, "filterExpression", "n >= 3", "filterSkipRestream", "true");
        put("four", JsonObject.create().put("n", 4));
        pair.awaitTold("mutation", "four");
        pair.awaitCaughtUp(id);
        assertFalse(pair.there().exists("three").exists());
    }

    @Test
    void documentsThatAreNoJsonPassWhatAsksForFieldsUnlessTheyAreLeftOut() throws Exception {
        String id = pair.replicate("filterExpression", "REGEXP_CONTAINS(META().id, 'x')", "filterBinary", "false");
        putBinary("b");
        putBinary("bx");
        pair.awaitTold("mutation", "bx");
        pair.change(id, "filterBinary", "true", "filterExpression", "");
        putBinary("left-out");
        put("json", JsonObject.create());
        pair.awaitCaughtUp(id);
        assertTrue(pair.there().exists("json").exists());
        assertFalse(pair.there().exists("left-out").exists());
        assertTrue(pair.statistic(id, "binary_filtered") >= 1);
    }

    @Test
    void whatATransactionKeepsIsNotSent() throws Exception {
        String id = pair.replicate();
        put("_txn:client-record", JsonObject.create());
        put("_txn:atr-1-#a", JsonObject.create());
        putWithXattr("staged", "txn", JsonObject.create().put("id", "t"));
        pair.awaitTold("mutation", "staged");
        pair.awaitCaughtUp(id);
        assertEquals(2, pair.statistic(id, "docs_filtered"));
        assertFalse(pair.there()
                .lookupIn("staged", List.of(LookupInSpec.exists("txn").xattr()))
                .exists(0));
        pair.change(id, "filterBypassUncommittedTxn", "true");
        putWithXattr("unsent", "txn", JsonObject.create().put("id", "t"));
        put("sent", JsonObject.create());
        pair.awaitTold("mutation", "sent");
        assertFalse(pair.there().exists("unsent").exists());
    }

    @Test
    void anExpressionThatIsNoneIsRefused() {
        for (String wrong : List.of("age >", "META().cas = 1", "REGEXP_CONTAINS(a, '(')", "a = 1 b", "EXISTS a", "a")) {
            Rest.Answer answer = pair.tryReplicate(pair.source(), "filterExpression", wrong);
            assertTrue(answer.require(400).body().contains("filterExpression"), answer.body());
        }
    }
}
