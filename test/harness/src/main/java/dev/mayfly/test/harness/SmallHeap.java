package dev.mayfly.test.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A bounded heap of a server that a test starts, and how much of it was in use after collections of garbage. */
public final class SmallHeap {
    private static final Pattern PAUSE = Pattern.compile("Pause (\\w+).* \\d+M->(\\d+)M\\(");

    private final int megabytes;
    private final Path log;

    /** @param folder where the log of collections goes */
    public SmallHeap(int megabytes, Path folder) {
        this.megabytes = megabytes;
        this.log = folder.resolve("gc.log");
    }

    /** For a server, whose Java machine ends as soon as the heap is full. */
    public Launch launch() {
        List<String> options = List.of(
                "-Xmx" + megabytes + "m", "-XX:+ExitOnOutOfMemoryError", "-Xlog:gc:file=" + log + ":tags:filecount=0");
        return new Launch(options, Map.of(), OptionalInt.empty());
    }

    /** Returns the most that collections left, in words: full ones leave what is in use, others some garbage besides. */
    public String highWater() throws IOException {
        int mostOfAll = 0;
        int mostOfFull = 0;
        int full = 0;
        int all = 0;
        for (String line : Files.readAllLines(log)) {
            Matcher pause = PAUSE.matcher(line);
            if (pause.find()) {
                int left = Integer.parseInt(pause.group(2));
                all++;
                mostOfAll = Math.max(mostOfAll, left);
                if (pause.group(1).equals("Full")) {
                    full++;
                    mostOfFull = Math.max(mostOfFull, left);
                }
            }
        }
        return all + " collections left " + mostOfAll + " of " + megabytes + " MiB at most, " + full + " full ones "
                + mostOfFull + " MiB";
    }
}
