package dev.mayfly.face.cosmos.hybrid;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mayfly.face.cosmos.error.CosmosException;
import dev.mayfly.test.harness.Seeds;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** Whatever bytes come, a batch is read or refused, and nothing else happens. */
final class HybridBatchProperties {
    private static final byte[] GOOD = HybridClient.request("""
            [{"operationType":"Create","partitionKey":"[1]","resourceBody":{"id":"a"},"ifMatch":"x"},
             {"operationType":"Delete","id":"b","ifNoneMatch":"y","minimalReturnPreference":true}]
            """);

    @Test
    void damagedBatchesAreRefused() {
        Seeds.run(20_000, (_, random) -> decode(damaged(random)));
    }

    @Test
    void damagedRowsAreRefusedThoughTheirChecksumsAgree() {
        Seeds.run(20_000, (_, random) -> {
            byte[] row = new byte[3 + random.nextInt(60)];
            random.nextBytes(row);
            RowWriter start = new RowWriter().schema(Schema.OPERATION);
            if (random.nextBoolean()) {
                start.put(random.nextInt(256)).putInt(random.nextInt(6)).putInt(2);
            }
            RowWriter out = new RowWriter();
            RecordWriter.segment(out);
            RecordWriter.record(out, start.putBytes(row).toByteArray());
            decode(out.toByteArray());
        });
    }

    @Test
    void noiseIsRefused() {
        Seeds.run(20_000, (_, random) -> {
            byte[] body = new byte[random.nextInt(40)];
            random.nextBytes(body);
            decode(body);
        });
    }

    private static byte[] damaged(RandomGenerator random) {
        byte[] body = GOOD.clone();
        int count = 1 + random.nextInt(3);
        for (int i = 0; i < count; i++) {
            body[random.nextInt(body.length)] = (byte) random.nextInt();
        }
        return body;
    }

    private static void decode(byte[] body) {
        try {
            HybridBatch.decode(body);
        } catch (CosmosException refusal) {
            assertEquals(400, refusal.status());
        }
    }
}
