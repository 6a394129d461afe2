package dev.mayfly.app.console.page;

import java.util.ArrayList;
import java.util.List;

/**
 * One bar of a histogram that is drawn without a script.
 *
 * @param share of the longest, in hundredths
 */
record Bar(String words, long documents, double share) {
    /** Returns one bar for each value, the longest of full length. */
    static List<Bar> of(List<String> words, List<Long> documents) {
        long most = documents.stream().mapToLong(each -> each).max().orElse(0);
        List<Bar> bars = new ArrayList<>();
        for (int index = 0; index < words.size(); index++) {
            bars.add(new Bar(words.get(index), documents.get(index), Show.share(documents.get(index), most)));
        }
        return bars;
    }

    /** Returns true if all bars are empty. */
    static boolean areEmpty(List<Bar> bars) {
        return bars.stream().allMatch(bar -> bar.documents == 0);
    }
}
