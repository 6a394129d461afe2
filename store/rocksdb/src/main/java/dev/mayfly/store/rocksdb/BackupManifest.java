package dev.mayfly.store.rocksdb;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mayfly.store.api.BackupException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The files of one backup, with the checksum of each.
 *
 * @param format of the data folder that it was made of
 * @param facts the facts that the requester keeps with it
 */
record BackupManifest(int number, int format, Map<String, String> facts, List<Entry> entries) {
    /*
     *     mayfly-backup 1
     *     number 3
     *     format 1
     *     fact NAME WORDS
     *     shared SHA256 BYTES NAME FILE     a table: NAME in the database, FILE among the files of all backups
     *     own SHA256 BYTES NAME             anything else: beside the manifest, under its own name
     *     end SHA256                        of everything above
     */
    static final String FIRST_LINE = "mayfly-backup 1";

    /** Names come from an untrusted file, and become paths. */
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");

    private static final Pattern SHA_256 = Pattern.compile("[0-9a-f]{64}");

    BackupManifest {
        facts = new LinkedHashMap<>(facts);
        entries = List.copyOf(entries);
    }

    /**
     * One file of the database.
     *
     * @param file under what name the backup keeps it
     */
    record Entry(boolean shared, String sha256, long bytes, String name, String file) {
        private String line() {
            return (shared ? "shared " : "own ") + sha256 + " " + bytes + " " + name + (shared ? " " + file : "");
        }
    }

    long bytes() {
        return entries.stream().mapToLong(Entry::bytes).sum();
    }

    String text() {
        StringBuilder text = new StringBuilder(FIRST_LINE).append('\n');
        text.append("number ").append(number).append('\n');
        text.append("format ").append(format).append('\n');
        facts.forEach((name, words) ->
                text.append("fact ").append(name).append(' ').append(words).append('\n'));
        entries.forEach(entry -> text.append(entry.line()).append('\n'));
        return text + "end " + HashedFile.sha256(text.toString().getBytes(UTF_8)) + "\n";
    }

    /** @param where the file, named in reports of its damage */
    static BackupManifest parse(String text, String where) {
        int end = text.lastIndexOf("end ");
        if (!text.startsWith(FIRST_LINE + "\n")) {
            throw new BackupException(where + " is of no kind that this release knows", null);
        }
        if (end < 0
                || !text.substring(end)
                        .equals("end "
                                + HashedFile.sha256(text.substring(0, end).getBytes(UTF_8)) + "\n")) {
            throw new BackupException("damaged file " + where, null);
        }
        try {
            return parse(text.substring(0, end).lines().toList());
        } catch (IllegalArgumentException | IndexOutOfBoundsException wrong) {
            throw new BackupException("damaged file " + where, wrong);
        }
    }

    private static BackupManifest parse(List<String> lines) {
        Map<String, String> facts = new LinkedHashMap<>();
        List<Entry> entries = new ArrayList<>();
        int number = Integer.parseInt(lines.get(1).substring("number ".length()));
        int format = Integer.parseInt(lines.get(2).substring("format ".length()));
        for (String line : lines.subList(3, lines.size())) {
            String[] words = line.split(" ", 3);
            switch (words[0]) {
                case "fact" -> facts.put(words[1], words[2]);
                case "shared", "own" -> entries.add(entry(line.split(" ")));
                default -> throw new IllegalArgumentException("an unknown line");
            }
        }
        return new BackupManifest(number, format, facts, entries);
    }

    private static Entry entry(String[] words) {
        boolean shared = words[0].equals("shared");
        String file = shared ? words[4] : words[3];
        boolean sound = SHA_256.matcher(words[1]).matches()
                && NAME.matcher(words[3]).matches()
                && NAME.matcher(file).matches();
        if (!sound) {
            throw new IllegalArgumentException("a file that cannot be");
        }
        return new Entry(shared, words[1], Long.parseLong(words[2]), words[3], file);
    }
}
