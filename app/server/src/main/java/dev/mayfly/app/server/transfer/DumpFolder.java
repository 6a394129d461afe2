package dev.mayfly.app.server.transfer;

import java.io.IOException;
import java.io.InputStream;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/** A folder as mongodump leaves it and mongorestore reads it: DATABASE/COLLECTION.bson and COLLECTION.metadata.json. */
public final class DumpFolder {
    private static final String DOCUMENTS = ".bson";
    private static final String METADATA = ".metadata.json";
    private static final String PACKED = ".gz";

    private final Path folder;

    public DumpFolder(Path folder) {
        this.folder = folder;
    }

    /**
     * The files of one collection.
     *
     * @param metadata its options and indexes; null where the dump has none
     */
    public record Dumped(
            String database,
            String collection,
            Path documents,
            @Nullable Path metadata) {}

    /** Everything in the folder, by database and collection; what belongs to the system is left out. */
    public List<Dumped> all() throws IOException {
        List<Dumped> all = new ArrayList<>();
        for (Path database : sorted(folder)) {
            if (Files.isDirectory(database)) {
                for (Path file : sorted(database)) {
                    addTo(all, database, file);
                }
            }
        }
        return all;
    }

    private static List<Path> sorted(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.sorted().toList();
        }
    }

    private static void addTo(List<Dumped> all, Path database, Path file) {
        String name = file.getFileName().toString();
        String plain = name.endsWith(PACKED) ? name.substring(0, name.length() - PACKED.length()) : name;
        if (plain.endsWith(DOCUMENTS)) {
            String escaped = plain.substring(0, plain.length() - DOCUMENTS.length());
            String collection = unescaped(escaped);
            if (!collection.startsWith("system.")) {
                all.add(new Dumped(
                        unescaped(database.getFileName().toString()), collection, file, metadata(database, escaped)));
            }
        }
    }

    /** Returns the metadata file beside a file of documents; null if there is none. */
    public static @Nullable Path metadataOf(Path documents) {
        String name = String.valueOf(documents.getFileName());
        int end = name.lastIndexOf(DOCUMENTS);
        Path folder = documents.toAbsolutePath().getParent();
        return folder == null ? null : metadata(folder, end < 0 ? name : name.substring(0, end));
    }

    private static @Nullable Path metadata(Path database, String escaped) {
        Path plain = database.resolve(escaped + METADATA);
        Path packed = database.resolve(escaped + METADATA + PACKED);
        if (Files.exists(plain)) {
            return plain;
        }
        return Files.exists(packed) ? packed : null;
    }

    /** Returns the files of a collection, and creates their folder. */
    public Dumped place(String database, String collection) throws IOException {
        Path place = Files.createDirectories(folder.resolve(escaped(database)));
        String name = escaped(collection);
        return new Dumped(database, collection, place.resolve(name + DOCUMENTS), place.resolve(name + METADATA));
    }

    /** The bytes of a file, unpacked if it is packed. */
    public static InputStream open(Path file) throws IOException {
        InputStream in = Files.newInputStream(file);
        return file.toString().endsWith(PACKED) ? new GZIPInputStream(in) : in;
    }

    /** Returns the number of bytes that {@link #open} yields, or 0 if unknown. */
    public static long size(Path file) throws IOException {
        return file.toString().endsWith(PACKED) ? 0 : Files.size(file);
    }

    /** Names may hold what file names may not; no name leads out of the folder. */
    private static String escaped(String name) {
        String escaped = URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
        return escaped.startsWith(".") ? "%2E" + escaped.substring(1) : escaped;
    }

    private static String unescaped(String name) {
        try {
            return URLDecoder.decode(name.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException _) {
            return name;
        }
    }
}
