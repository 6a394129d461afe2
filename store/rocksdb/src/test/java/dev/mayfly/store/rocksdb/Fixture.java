package dev.mayfly.store.rocksdb;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mayfly.store.api.CommitOutcome;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Space;
import dev.mayfly.store.api.Store;
import dev.mayfly.store.api.WriteBatch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;

/** The short words in which the tests of this package are written. */
final class Fixture {
    static final Partition P = new Partition(3);
    static final RocksOptions SMALL = RocksOptions.DEFAULT
            .withReserveBytes(0)
            .withBlockCacheBytes(1 << 20)
            .withMemtableBytes(1 << 20);

    private Fixture() {}

    static byte[] key(int number) {
        return "key%06d".formatted(number).getBytes(UTF_8);
    }

    /** A value that tells whose it is all over. */
    static byte[] value(int number) {
        return "value%06d,".formatted(number).repeat(12).getBytes(UTF_8);
    }

    static CommitOutcome put(Store store, int number, Durability durability) {
        return store.commit(P, new WriteBatch().put(Space.DOCUMENT, key(number), value(number)), List.of(), durability);
    }

    static CommitOutcome delete(Store store, int number) {
        return store.commit(P, new WriteBatch().delete(Space.DOCUMENT, key(number)), List.of(), Durability.LOGGED);
    }

    /** Copies the folder of an open store, as a kill of the process would leave it. */
    static void copy(Path folder, Path target) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.toList()) {
                Files.copy(file, target.resolve(folder.relativize(file)));
            }
        }
    }

    static RocksDBException failure(Status.SubCode subCode) {
        return new RocksDBException("on purpose", new Status(Status.Code.IOError, subCode, "on purpose"));
    }
}
