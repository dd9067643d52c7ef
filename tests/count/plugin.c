/* Counts the instructions that a program executes between two markers, for each region that the markers name.
 *
 * A marker is an instruction without effect that no compiler emits, with 0x400 + 2 * region + (0 begin, 1 end) in it:
 *   AArch64  movz  xzr, #n
 *   RV64     sltiu x0, x0, n     (a hint of the space for custom use)
 * Markers are not counted. Regions do not nest, and the program has one thread. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "qemu_plugin_api.h"

/* The version of the interface that is asked for: QEMU refuses what is older than it supports. */
#ifndef API_VERSION
#define API_VERSION 1
#endif
int qemu_plugin_version = API_VERSION;

enum { MARKER = 0x400, REGIONS = 128 };

static struct region {
    int id;
    unsigned long long calls, min, max, total;
} regions[REGIONS];

static struct region *current;
static unsigned long long executed;
static int is_arm, interface;

static void give_up(const char *what, const struct region *region)
{
    fprintf(stderr, "plugin: %s of region %d\n", what, region->id);
    _Exit(2);
}

static void on_instruction(unsigned int vcpu, void *data)
{
    (void)vcpu;
    (void)data;
    executed++;
}

static void on_begin(unsigned int vcpu, void *data)
{
    (void)vcpu;
    if (current)
        give_up("another begin inside", current);
    current = data;
    executed = 0;
}

static void on_end(unsigned int vcpu, void *data)
{
    struct region *region = data;

    (void)vcpu;
    if (current != region)
        give_up("an end without the begin", region);
    current = NULL;
    if (region->calls == 0 || executed < region->min)
        region->min = executed;
    if (executed > region->max)
        region->max = executed;
    region->calls++;
    region->total += executed;
}

/* The number in a marker less MARKER, or -1 for any other instruction. */
static int marker(const struct qemu_plugin_insn *insn)
{
    void (*insn_data)(void) = qemu_plugin_insn_data;
    uint32_t word, number;

    if (qemu_plugin_insn_size(insn) != sizeof(word))
        return -1;
    if (interface >= 3)
        ((insn_data_v3 *)insn_data)(insn, &word, sizeof(word));
    else
        memcpy(&word, ((insn_data_v1 *)insn_data)(insn), sizeof(word));

    if (is_arm) {
        if ((word & 0xffe0001f) != 0xd280001f)
            return -1;
        number = word >> 5 & 0xffff;
    } else {
        if ((word & 0xfffff) != 0x3013)
            return -1;
        number = word >> 20;
    }
    return number >= MARKER && number < MARKER + 2 * REGIONS ? (int)(number - MARKER) : -1;
}

static void on_translation(qemu_plugin_id_t id, struct qemu_plugin_tb *tb)
{
    size_t count = qemu_plugin_tb_n_insns(tb);

    (void)id;
    for (size_t i = 0; i < count; i++) {
        struct qemu_plugin_insn *insn = qemu_plugin_tb_get_insn(tb, i);
        int number = marker(insn);

        if (number < 0)
            qemu_plugin_register_vcpu_insn_exec_cb(insn, on_instruction, QEMU_PLUGIN_CB_NO_REGS, NULL);
        else
            qemu_plugin_register_vcpu_insn_exec_cb(insn, number & 1 ? on_end : on_begin, QEMU_PLUGIN_CB_NO_REGS,
                                                   &regions[number / 2]);
    }
}

static void on_exit_of_program(qemu_plugin_id_t id, void *data)
{
    (void)id;
    (void)data;
    for (const struct region *r = regions; r < regions + REGIONS; r++)
        if (r->calls > 0)
            printf("region %d: calls %llu, min %llu, max %llu, mean %llu\n", r->id, r->calls, r->min, r->max,
                   (r->total + r->calls / 2) / r->calls);
    fflush(stdout);
}

int qemu_plugin_install(qemu_plugin_id_t id, const qemu_info_t *info, int argc, char **argv)
{
    (void)argc;
    (void)argv;
    is_arm = strcmp(info->target_name, "aarch64") == 0;
    interface = info->version.cur;
    if (!is_arm && strcmp(info->target_name, "riscv64") != 0) {
        fprintf(stderr, "plugin: no markers for %s\n", info->target_name);
        return -1;
    }
    for (int i = 0; i < REGIONS; i++)
        regions[i].id = i;
    qemu_plugin_register_vcpu_tb_trans_cb(id, on_translation);
    qemu_plugin_register_atexit_cb(id, on_exit_of_program, NULL);
    return 0;
}
