package dev.mayfly.face.couchbase.subdoc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.mayfly.face.couchbase.KvFrame;
import dev.mayfly.face.couchbase.wire.KvRequest;
import dev.mayfly.face.couchbase.wire.Status;
import dev.mayfly.face.couchbase.wire.StatusException;
import dev.mayfly.test.harness.Seeds;
import java.util.Arrays;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** Requests of several operations are read whole or refused. */
class MultiReaderTest {
    private static final SpecRules RULES = new SpecRules(true);

    @Test
    void releasesBeforeSevenSixTakeOneAttributeARequest() {
        byte[] two = SpecText.lookups("get xattr a.b\nget xattr a.c\nget xattr $document.CAS\nget xattr b");
        byte[] one = SpecText.lookups("get xattr a.b\nget xattr a[0]\nget xattr $document.CAS\nget x");
        assertEquals(4, read(two, false, false).specs().size());
        assertEquals(4, read(one, false, true).specs().size());
        StatusException refusal = assertThrows(StatusException.class, () -> read(two, false, true));
        assertEquals(Status.SUBDOC_XATTR_INVALID_KEY_COMBO, refusal.status());
    }

    @Test
    void extrasHaveTheirMeaningByTheirLength() {
        byte[] specs = SpecText.mutations("dict_upsert a = 1");
        assertEquals(0, mutation(specs).docFlags());
        assertEquals(1, mutation(specs, 1).docFlags());
        assertEquals(0xFFFF_FFFEL, mutation(specs, 255, 255, 255, 254).expiry());
        assertEquals(2, mutation(specs, 0, 0, 0, 5, 2).docFlags());
        SubdocRequest all = mutation(specs, 0, 0, 0, 5, 0, 0, 0, 7, 1);
        assertEquals(5, all.expiry());
        assertEquals(7, all.userFlags());
        assertEquals(1, all.docFlags());
    }

    @Test
    void withoutTheFeatureThereAreNoAttributes() {
        byte[] specs = SpecText.lookups("get xattr a");
        KvRequest request = new KvRequest(KvFrame.of(0xd0).key("k").value(specs).bytes(), false);
        StatusException refusal = assertThrows(
                StatusException.class, () -> new MultiReader(request, false, new SpecRules(false), false).read());
        assertEquals(Status.NOT_SUPPORTED, refusal.status());
    }

    @Test
    void whateverComesIsReadOrRefused() {
        Seeds.run(3000, (_, random) -> {
            boolean mutation = random.nextBoolean();
            byte[] value = garbled(random, mutation);
            try {
                for (SubSpec spec : read(value, mutation, random.nextBoolean()).specs()) {
                    assertEquals(mutation, spec.opcode().isMutation());
                }
            } catch (StatusException _) {
                // That is what it is for.
            }
        });
    }

    private static byte[] garbled(RandomGenerator random, boolean mutation) {
        byte[] value = mutation
                ? SpecText.mutations("dict_upsert xattr a = 1\ncounter b = 2\nset_doc = {}")
                : SpecText.lookups("get xattr a\nexists b[1]\nget_count c\nget_doc");
        for (int i = random.nextInt(4); i >= 0; i--) {
            value[random.nextInt(value.length)] = (byte) random.nextInt(256);
        }
        return Arrays.copyOf(value, random.nextInt(4) == 0 ? random.nextInt(value.length) : value.length);
    }

    private static SubdocRequest mutation(byte[] specs, int... extras) {
        byte[] frame = KvFrame.of(0xd1).key("k").extras(extras).value(specs).bytes();
        return new MultiReader(new KvRequest(frame, false), true, RULES, false).read();
    }

    private static SubdocRequest read(byte[] specs, boolean mutation, boolean oneKey) {
        byte[] frame = KvFrame.of(mutation ? 0xd1 : 0xd0).key("k").value(specs).bytes();
        return new MultiReader(new KvRequest(frame, false), mutation, RULES, oneKey).read();
    }
}
