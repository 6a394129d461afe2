package dev.mayfly.test.couchbase;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.couchbase.client.core.error.CasMismatchException;
import com.couchbase.client.core.error.CouchbaseException;
import com.couchbase.client.core.error.DocumentExistsException;
import com.couchbase.client.core.error.DocumentNotFoundException;
import com.couchbase.client.core.error.subdoc.DocumentNotJsonException;
import com.couchbase.client.core.error.subdoc.NumberTooBigException;
import com.couchbase.client.core.error.subdoc.PathExistsException;
import com.couchbase.client.core.error.subdoc.PathInvalidException;
import com.couchbase.client.core.error.subdoc.PathMismatchException;
import com.couchbase.client.core.error.subdoc.PathNotFoundException;
import com.couchbase.client.core.msg.kv.DurabilityLevel;
import com.couchbase.client.java.Collection;
import com.couchbase.client.java.codec.RawBinaryTranscoder;
import com.couchbase.client.java.json.JsonArray;
import com.couchbase.client.java.json.JsonObject;
import com.couchbase.client.java.kv.LookupInMacro;
import com.couchbase.client.java.kv.LookupInResult;
import com.couchbase.client.java.kv.LookupInSpec;
import com.couchbase.client.java.kv.MutateInMacro;
import com.couchbase.client.java.kv.MutateInOptions;
import com.couchbase.client.java.kv.MutateInResult;
import com.couchbase.client.java.kv.MutateInSpec;
import com.couchbase.client.java.kv.StoreSemantics;
import com.couchbase.client.java.kv.UpsertOptions;
import dev.mayfly.test.testkit.MayflyFace;
import dev.mayfly.test.testkit.MayflyTest;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Parts of documents through the SDK for Java: lookups, mutations, extended attributes, virtual ones, macros. */
@MayflyTest(faces = MayflyFace.COUCHBASE)
final class SubDocumentIT extends OnGround {
    private Collection documents;

    @BeforeEach
    void prepare() {
        documents = ground.collection();
        documents.upsert(
                "a",
                JsonObject.create()
                        .put("n", 1)
                        .put("deep", JsonObject.create().put("list", JsonArray.from(1, 2, 3)))
                        .put("text", "x"));
    }

    private JsonObject content() {
        return documents.get("a").contentAsObject();
    }

    private void mutate(MutateInSpec... specs) {
        documents.mutateIn("a", List.of(specs));
    }

    @Test
    void lookupsFindWhatThereIs() {
        LookupInResult found = documents.lookupIn(
                "a",
                List.of(
                        LookupInSpec.get("n"),
                        LookupInSpec.exists("deep.list[1]"),
                        LookupInSpec.exists("nothing"),
                        LookupInSpec.count("deep.list"),
                        LookupInSpec.get("deep.list[-1]"),
                        LookupInSpec.get("nothing"),
                        LookupInSpec.get("")));
        assertEquals(1, found.contentAs(0, Integer.class));
        assertTrue(found.exists(1));
        assertFalse(found.exists(2));
        assertEquals(3, found.contentAs(3, Integer.class));
        assertEquals(3, found.contentAs(4, Integer.class));
        assertThrows(PathNotFoundException.class, () -> found.contentAs(5, Integer.class));
        assertEquals(content(), found.contentAsObject(6));
    }

    @Test
    void mutationsChangeParts() {
        mutate(
                MutateInSpec.insert("fresh", true),
                MutateInSpec.upsert("n", 5),
                MutateInSpec.replace("text", "y"),
                MutateInSpec.remove("deep.list[0]"),
                MutateInSpec.arrayAppend("deep.list", List.of(4, 5)),
                MutateInSpec.arrayPrepend("deep.list", List.of(0)),
                MutateInSpec.arrayInsert("deep.list[1]", List.of(9)),
                MutateInSpec.upsert("made.on.the.way", 1).createPath());
        assertEquals(
                JsonObject.fromJson("{\"n\":5,\"deep\":{\"list\":[0,9,2,3,4,5]},\"text\":\"y\",\"fresh\":true,"
                        + "\"made\":{\"on\":{\"the\":{\"way\":1}}}}"),
                content());
        mutate(MutateInSpec.arrayAddUnique("deep.list", 7));
        assertEquals(7, content().getObject("deep").getArray("list").getInt(6));
    }

    @Test
    void countersInDocumentsCount() {
        MutateInResult result =
                documents.mutateIn("a", List.of(MutateInSpec.increment("n", 10), MutateInSpec.decrement("fresh", 2)));
        assertEquals(11, result.contentAs(0, Integer.class));
        assertEquals(-2, result.contentAs(1, Integer.class));
    }

    @Test
    void failedMutationChangesNothing() {
        JsonObject before = content();
        assertThrows(
                PathExistsException.class, () -> mutate(MutateInSpec.upsert("n", 2), MutateInSpec.insert("text", 1)));
        assertThrows(PathNotFoundException.class, () -> mutate(MutateInSpec.replace("nothing", 1)));
        assertThrows(PathNotFoundException.class, () -> mutate(MutateInSpec.upsert("no.way.here", 1)));
        assertThrows(PathMismatchException.class, () -> mutate(MutateInSpec.upsert("n.below", 1)));
        assertThrows(PathMismatchException.class, () -> mutate(MutateInSpec.increment("text", 1)));
        assertThrows(PathInvalidException.class, () -> mutate(MutateInSpec.upsert("deep..list", 1)));
        assertThrows(PathExistsException.class, () -> mutate(MutateInSpec.arrayAddUnique("deep.list", 1)));
        assertEquals(before, content());
    }

    @Test
    void numbersThatDoNotFitAreRefused() {
        documents.upsert("a", JsonObject.create().put("n", Long.MAX_VALUE));
        assertThrows(CouchbaseException.class, () -> mutate(MutateInSpec.increment("n", 1)));
        ground.send(Frame.set("a", 0, "{\"n\":99999999999999999999}")).require(Wire.OK);
        assertThrows(NumberTooBigException.class, () -> mutate(MutateInSpec.increment("n", 1)));
    }

    @Test
    void documentThatIsNotJsonHasNoParts() {
        documents.upsert(
                "a", new byte[] {1, 2}, UpsertOptions.upsertOptions().transcoder(RawBinaryTranscoder.INSTANCE));
        LookupInResult found = documents.lookupIn("a", List.of(LookupInSpec.get("n")));
        assertThrows(DocumentNotJsonException.class, () -> found.contentAs(0, Integer.class));
        assertThrows(DocumentNotJsonException.class, () -> mutate(MutateInSpec.upsert("n", 1)));
    }

    @Test
    void casGuardsMutationsAndStoreSemanticsMake() {
        long cas = documents.get("a").cas();
        List<MutateInSpec> change = List.of(MutateInSpec.upsert("n", 9));
        documents.mutateIn("a", change, MutateInOptions.mutateInOptions().cas(cas));
        assertThrows(
                CasMismatchException.class,
                () -> documents.mutateIn(
                        "a", change, MutateInOptions.mutateInOptions().cas(cas)));
        assertThrows(DocumentNotFoundException.class, () -> documents.mutateIn("missing", change));
        documents.mutateIn("made", change, MutateInOptions.mutateInOptions().storeSemantics(StoreSemantics.INSERT));
        assertThrows(
                DocumentExistsException.class,
                () -> documents.mutateIn(
                        "made", change, MutateInOptions.mutateInOptions().storeSemantics(StoreSemantics.INSERT)));
        documents.mutateIn(
                "also",
                change,
                MutateInOptions.mutateInOptions()
                        .storeSemantics(StoreSemantics.UPSERT)
                        .durability(DurabilityLevel.MAJORITY));
        assertEquals(9, documents.get("also").contentAsObject().getInt("n"));
    }

    @Test
    void attributesStandBesideTheDocument() {
        JsonObject before = content();
        mutate(
                MutateInSpec.upsert("meta.by", "ann").xattr().createPath(),
                MutateInSpec.upsert("_sys", JsonObject.create().put("n", 1)).xattr());
        LookupInResult found = documents.lookupIn(
                "a",
                List.of(
                        LookupInSpec.get("meta.by").xattr(),
                        LookupInSpec.get("_sys.n").xattr(),
                        LookupInSpec.get("n")));
        assertEquals("ann", found.contentAs(0, String.class));
        assertEquals(1, found.contentAs(1, Integer.class));
        assertEquals(before, content());
        // A write of the body leaves attributes alone.
        documents.replace("a", JsonObject.create().put("n", 2));
        assertEquals(
                "ann",
                documents
                        .lookupIn("a", List.of(LookupInSpec.get("meta.by").xattr()))
                        .contentAs(0, String.class));
    }

    @Test
    void virtualAttributeTellsOfTheDocument() {
        ground.put("a", 100);
        JsonObject document = documents
                .lookupIn("a", List.of(LookupInSpec.get("$document").xattr()))
                .contentAsObject(0);
        assertEquals(ground.now() + 100, document.getLong("exptime"));
        assertEquals(String.format("0x%016x", documents.get("a").cas()), document.getString("CAS"));
        assertFalse(document.getBoolean("deleted"));
        assertEquals(Long.toString(ground.now()), document.getString("last_modified"));
        assertTrue(document.getString("value_crc32c").startsWith("0x"));
        assertTrue(document.getInt("value_bytes") > 0);
        assertTrue(document.getArray("datatype").toList().contains("json"));
        assertTrue(document.containsKey("vbucket_uuid") && document.containsKey("seqno"));
        assertTrue(document.containsKey("revid") && document.containsKey("flags"));
        List<LookupInSpec> macros = new ArrayList<>();
        for (String macro : List.of(
                LookupInMacro.CAS,
                LookupInMacro.EXPIRY_TIME,
                LookupInMacro.IS_DELETED,
                LookupInMacro.LAST_MODIFIED,
                LookupInMacro.SEQ_NO,
                LookupInMacro.REV_ID,
                LookupInMacro.VALUE_SIZE_BYTES)) {
            macros.add(LookupInSpec.get(macro).xattr());
        }
        LookupInResult found = documents.lookupIn("a", macros);
        assertEquals(ground.now() + 100, found.contentAs(1, Long.class));
    }

    @Test
    void macrosAreFilledInByTheServer() {
        documents.mutateIn(
                "a",
                List.of(
                        MutateInSpec.upsert("cas", MutateInMacro.CAS).xattr(),
                        MutateInSpec.upsert("seqno", MutateInMacro.SEQ_NO).xattr(),
                        MutateInSpec.upsert("crc", MutateInMacro.VALUE_CRC_32C).xattr()));
        LookupInResult found = documents.lookupIn(
                "a",
                List.of(
                        LookupInSpec.get("cas").xattr(),
                        LookupInSpec.get("seqno").xattr(),
                        LookupInSpec.get("crc").xattr()));
        long cas = Long.reverseBytes(documents.get("a").cas());
        assertEquals(String.format("0x%016x", cas), found.contentAs(0, String.class));
        assertTrue(found.contentAs(1, String.class).startsWith("0x"));
        assertTrue(found.contentAs(2, String.class).startsWith("0x"));
    }

    @Test
    void sixteenSpecsAreTheMost() {
        List<LookupInSpec> specs = new ArrayList<>();
        for (int count = 0; count < 16; count++) {
            specs.add(LookupInSpec.get("n"));
        }
        assertEquals(1, documents.lookupIn("a", specs).contentAs(15, Integer.class));
        specs.add(LookupInSpec.get("n"));
        assertThrows(CouchbaseException.class, () -> documents.lookupIn("a", specs));
    }

    @Test
    void valueThatIsNoJsonIsRefused() {
        byte[] spec = Frame.concat(
                new byte[] {(byte) 0xc8, 0, 0, 1}, Frame.u32(7), "n{broken".getBytes(StandardCharsets.UTF_8));
        Wire.Answer answer =
                ground.send(Frame.of(Frame.MUTATE, "a").value(spec)).require(0xcc);
        assertEquals(0, answer.value()[0]);
        assertEquals(0xc5, answer.value()[2] & 0xff);
        assertEquals(1, content().getInt("n"));
    }
}
