package dev.mayfly.app.server;

import dev.mayfly.app.console.BackupService;
import dev.mayfly.app.console.operation.OperationProgress;
import dev.mayfly.app.console.operation.WorkFailed;
import dev.mayfly.app.server.config.ServerConfig;
import dev.mayfly.engine.Engine;
import dev.mayfly.store.api.BackupException;
import dev.mayfly.store.api.BackupSummary;
import dev.mayfly.store.api.Capability;
import dev.mayfly.store.api.Store;
import dev.mayfly.store.api.StoreException;
import dev.mayfly.store.rocksdb.RocksBackups;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Writes backups of this server below one folder, and nowhere else. */
final class FolderBackups implements BackupService {
    /*
     * A caller that may request a backup names its folder, and must not make the server write elsewhere by it: the
     * path is taken relative to the configured one, must lie below it, and must not contain a link.
     */
    static final String MADE_AT = "made-at";
    static final String RELEASE = "release";
    private static final String MARK = "mark";
    private static final String LAST_VERSION = "last-version";

    private final Path root;
    private final Engine engine;
    private final Store store;

    private FolderBackups(Path root, Engine engine, Store store) {
        this.root = root.toAbsolutePath().normalize();
        this.engine = engine;
        this.store = store;
    }

    /** Null where the store cannot be copied while it goes on. */
    static @Nullable FolderBackups of(ServerConfig config, Engine engine, Store store) {
        boolean can = store.capabilities().contains(Capability.BACKUPS);
        return can ? new FolderBackups(config.backups(), engine, store) : null;
    }

    @Override
    public String place(String folder) {
        return path(folder).toString();
    }

    private Path path(String folder) {
        Path path;
        try {
            path = root.resolve(folder).normalize();
        } catch (InvalidPathException wrong) {
            throw new IllegalArgumentException("\"" + folder + "\" is no path", wrong);
        }
        if (!path.startsWith(root)) {
            throw new IllegalArgumentException(
                    "backups are written below " + root + " alone; --backup-folder says where");
        }
        Path part = root;
        for (Path name : root.relativize(path)) {
            part = part.resolve(name);
            if (Files.isSymbolicLink(part)) {
                throw new IllegalArgumentException(part + " is a link");
            }
            if (Files.exists(part, LinkOption.NOFOLLOW_LINKS) && !Files.isDirectory(part)) {
                throw new IllegalArgumentException(part + " is no folder");
            }
        }
        return path;
    }

    @Override
    public Written write(String folder, OperationProgress progress) {
        Path path = path(folder);
        return worded(() -> {
            prepare();
            engine.clock().saveMark();
            BackupSummary made = store.backup(path, facts(), progress::advance);
            return new Written(
                    path.toString(), made.number(), made.files(), made.bytes(), made.copiedFiles(), made.copiedBytes());
        });
    }

    private void prepare() {
        try {
            Files.createDirectories(root);
        } catch (IOException failure) {
            throw new BackupException("cannot make the folder " + root + ": " + failure, failure);
        }
    }

    private Map<String, String> facts() {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put(MADE_AT, Instant.ofEpochMilli(engine.clock().wallMillis()).toString());
        facts.put(MARK, String.valueOf(engine.clock().guardedMillis()));
        facts.put(LAST_VERSION, String.valueOf(engine.lastVersion()));
        facts.put(RELEASE, Version.current());
        return facts;
    }

    @Override
    public Kept verify(String folder, OperationProgress progress) {
        Path path = path(folder);
        return worded(() -> kept(RocksBackups.verify(path, progress::advance)));
    }

    @Override
    public List<Kept> list(String folder) {
        Path path = path(folder);
        return worded(
                () -> RocksBackups.list(path).stream().map(FolderBackups::kept).toList());
    }

    private static Kept kept(RocksBackups.Description backup) {
        return new Kept(
                backup.number(),
                backup.facts().getOrDefault(MADE_AT, ""),
                backup.facts().getOrDefault(RELEASE, ""),
                backup.files(),
                backup.bytes());
    }

    private static <T> T worded(Supplier<T> work) {
        try {
            return work.get();
        } catch (BackupException | StoreException failure) {
            throw new WorkFailed(String.valueOf(failure.getMessage()), failure);
        }
    }
}
